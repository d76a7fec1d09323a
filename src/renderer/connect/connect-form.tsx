import { ChevronLeft } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectRequest } from '../../shared/connect';
import type { ErrorInfo } from '../../shared/errors';
import { type ConnectionTest, providerKinds } from '../../shared/settings';
import { Button } from '../ui/button';
import { ConnectionResult } from '../ui/connection-result';
import { ErrorNote } from '../ui/error-note';
import { Field, Select, TextInput } from '../ui/field';
import { Spinner } from '../ui/spinner';
import { type Draft, isReadableOnTheWay, needsKey, originOf, questionOf } from './draft';
import { KeepKeyChoice } from './keep-key-choice';
import { KeyField } from './key-field';
import { ModelPicker } from './model-picker';

interface ConnectFormProps {
  start: Draft;
  request: ConnectRequest;
  /** to the choice of services; null when there is nothing to go back to */
  onBack: (() => void) | null;
}

/** Address, key and models of one service; tried and saved from here. */
export function ConnectForm({ start, request, onBack }: ConnectFormProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(start);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const [complaining, setComplaining] = useState(false);
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setOutcome(null);
  };
  const problems = problemsOf(draft, request);
  const shown = complaining ? problems : noProblems;
  const editing = request.configured.some(({ id }) => id === start.id);
  const question = () => questionOf(draft, request);

  const test = async () => {
    setComplaining(true);
    if (problems.address) return;
    setOutcome('testing');
    const model = draft.models[0];
    const answer = await window.secagentConnect.test({ ...question(), ...(model && { model }) });
    setOutcome(answer.ok ? { tested: answer.value, model } : { failed: answer.error });
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setComplaining(true);
    if (problems.address || problems.key || problems.models) return;
    const answer = await window.secagentConnect.save({ ...question(), keep: draft.keep });
    if (!answer.ok) setOutcome({ failed: answer.error });
  };

  return (
    <form noValidate onSubmit={save} className="flex h-screen flex-col">
      <main
        aria-labelledby="title"
        className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-6 pt-5 pb-5"
      >
        <header>
          {onBack && (
            <button
              type="button"
              onClick={onBack}
              className="-ms-1.5 mb-1 flex items-center gap-0.5 rounded-sm px-1 text-sm text-ink-2 hover:bg-hover"
            >
              <ChevronLeft size={15} aria-hidden />
              {t('connect.back')}
            </button>
          )}
          <h1 id="title" className="text-lg font-semibold">
            {editing
              ? t('connect.editTitle', { name: start.name })
              : start.preset
                ? t('connect.title', { name: start.name })
                : t('connect.otherTitle')}
          </h1>
        </header>
        {!start.preset && <Identity draft={draft} onChange={change} />}
        <Field
          label={t('connect.address')}
          hint={isReadableOnTheWay(draft.baseUrl) ? <PlainAddress /> : t('connect.addressHint')}
          problem={shown.address ? t('connect.addressInvalid') : null}
        >
          {(control) => (
            <TextInput
              {...control}
              type="url"
              autoFocus={!start.preset}
              value={draft.baseUrl}
              maxLength={2048}
              placeholder="https://…/v1"
              onChange={(event) => change({ baseUrl: event.target.value })}
              className="font-mono text-sm"
            />
          )}
        </Field>
        <KeyField
          draft={draft}
          kept={isKept(draft, request)}
          problem={shown.key ? t('connect.keyMissing') : null}
          autoFocus={start.preset !== null}
          onChange={(key) => change({ key })}
        />
        {draft.key.trim() && (
          <KeepKeyChoice
            keychain={request.keychain}
            keep={draft.keep}
            onChange={(keep) => setDraft((before) => ({ ...before, keep }))}
          />
        )}
        <ModelPicker
          draft={draft}
          suggestions={start.models}
          problem={shown.models ? t('connect.modelsMissing') : null}
          question={problems.address ? null : question}
          onChange={(models) => change({ models })}
        />
      </main>
      <footer className="flex max-h-[50%] shrink-0 flex-col gap-3 border-t border-line bg-surface px-6 py-4">
        <OutcomeNote outcome={outcome} />
        <div className="flex gap-2">
          <Button onClick={() => void window.secagentConnect.cancel()}>{t('connect.cancel')}</Button>
          <span className="flex-1" />
          <Button disabled={outcome === 'testing'} onClick={() => void test()}>
            {outcome === 'testing' && <Spinner />}
            {outcome === 'testing' ? t('connect.testing') : t('connect.test')}
          </Button>
          <Button type="submit" variant="primary">
            {t('connect.save')}
          </Button>
        </div>
      </footer>
    </form>
  );
}

type Outcome =
  | null
  | 'testing'
  | { tested: ConnectionTest; model: string | undefined }
  | { failed: ErrorInfo };

function OutcomeNote({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation();
  if (outcome === null || outcome === 'testing') return null;
  return (
    <div className="min-h-0 overflow-y-auto">
      {'tested' in outcome ? (
        <ConnectionResult result={outcome.tested} {...(outcome.model && { model: outcome.model })} />
      ) : (
        <ErrorNote title={t('connect.saveFailed')} error={outcome.failed} />
      )}
    </div>
  );
}

/** Name and dialect: known for known services, asked for any other. */
function Identity({ draft, onChange }: { draft: Draft; onChange(part: Partial<Draft>): void }) {
  const { t } = useTranslation();
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={t('connect.name')}>
        {(control) => (
          <TextInput
            {...control}
            value={draft.name}
            maxLength={80}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('connect.kind')}>
        {(control) => (
          <Select
            {...control}
            value={draft.kind}
            options={kindsInOrder.map((value) => ({ value, label: t(`connect.kinds.${value}`) }))}
            onChange={(kind) => onChange({ kind })}
          />
        )}
      </Field>
    </div>
  );
}

const kindsInOrder = [
  'openai-compatible' as const,
  ...providerKinds.filter((kind) => kind !== 'openai-compatible'),
];

function PlainAddress() {
  const { t } = useTranslation();
  return <span className="text-warn">{t('connect.addressPlain')}</span>;
}

const noProblems = { address: false, key: false, models: false };

function problemsOf(draft: Draft, request: ConnectRequest): typeof noProblems {
  return {
    address: originOf(draft.baseUrl) === null,
    key: needsKey(draft) && !draft.key.trim() && !isKept(draft, request),
    models: draft.models.length === 0,
  };
}

/** Whether the address as it stands now has a key already. */
function isKept({ baseUrl }: Draft, { keyedOrigins }: ConnectRequest): boolean {
  const origin = originOf(baseUrl);
  return origin !== null && keyedOrigins.includes(origin);
}
