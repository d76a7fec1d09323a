import { Plus, RefreshCw } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Params } from '../../shared/contract';
import type { ErrorInfo } from '../../shared/errors';
import { Button } from '../ui/button';
import { ErrorNote } from '../ui/error-note';
import { Field, TextInput } from '../ui/field';
import { Spinner } from '../ui/spinner';
import type { Draft } from './draft';

interface ModelPickerProps {
  draft: Draft;
  suggestions: readonly string[];
  problem: string | null;
  /** null while there is no address to ask */
  question: (() => Params<'connect.fetchModels'>) | null;
  onChange(models: string[]): void;
}

type Listing = null | 'fetching' | { ids: string[] | null } | { failed: ErrorInfo };

/** Which models to use: ticked in a list where the service offers one, typed where it does not. */
export function ModelPicker({ draft, suggestions, problem, question, onChange }: ModelPickerProps) {
  const { t } = useTranslation();
  const [listing, setListing] = useState<Listing>(null);
  const [typed, setTyped] = useState('');
  const { models } = draft;
  const listed = listing && typeof listing === 'object' && 'ids' in listing ? listing.ids : null;
  const offered = [...new Set([...suggestions, ...(listed ?? []), ...models])];
  const wanted = typed.trim();
  const matching = offered.filter((id) => id.toLowerCase().includes(wanted.toLowerCase()));

  const fetchList = async () => {
    if (!question) return;
    setListing('fetching');
    const answer = await window.secagentConnect.fetchModels(question());
    setListing(answer.ok ? { ids: answer.value } : { failed: answer.error });
  };
  const toggle = (id: string) => onChange(offered.filter((each) => models.includes(each) !== (each === id)));
  const add = () => {
    if (wanted && !models.includes(wanted)) onChange([...models, wanted]);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault(); // Enter here adds; it does not save
    add();
  };

  return (
    <div className="flex flex-col gap-2">
      <Field label={t('connect.models')} hint={hint(t, listing)} problem={problem}>
        {(control) => (
          <div className="flex gap-2">
            <TextInput
              {...control}
              value={typed}
              maxLength={256}
              placeholder={offered.length > 0 ? t('connect.modelsFilter') : t('connect.modelName')}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={onKeyDown}
            />
            <Button className="h-9!" disabled={!wanted} onClick={add}>
              <Plus size={15} aria-hidden />
              {t('connect.modelAdd')}
            </Button>
            <Button
              className="h-9!"
              disabled={!question || listing === 'fetching'}
              onClick={() => void fetchList()}
            >
              {listing === 'fetching' ? <Spinner /> : <RefreshCw size={14} aria-hidden />}
              {listing === 'fetching' ? t('connect.modelsFetching') : t('connect.modelsFetch')}
            </Button>
          </div>
        )}
      </Field>
      {listing && typeof listing === 'object' && 'failed' in listing && (
        <ErrorNote title={t('connect.fetchFailed')} error={listing.failed} />
      )}
      {offered.length > 0 && (
        <ul
          aria-label={t('connect.models')}
          className="max-h-52 min-h-10 overflow-y-auto rounded-md border border-line bg-surface p-1"
        >
          {matching.map((id) => (
            <li key={id}>
              <label className="flex min-h-8 items-center gap-2.5 rounded-sm px-2 hover:bg-hover">
                <input
                  type="checkbox"
                  checked={models.includes(id)}
                  onChange={() => toggle(id)}
                  className="shrink-0 accent-accent"
                />
                <span className="min-w-0 flex-1 font-mono text-sm [overflow-wrap:anywhere]">{id}</span>
              </label>
            </li>
          ))}
          {matching.length === 0 && (
            <li className="px-2 py-1.5 text-sm text-ink-3">{t('connect.modelsNone')}</li>
          )}
        </ul>
      )}
    </div>
  );
}

function hint(t: ReturnType<typeof useTranslation>['t'], listing: Listing): string {
  if (listing && typeof listing === 'object' && 'ids' in listing) {
    return listing.ids ? t('connect.modelsFound', { count: listing.ids.length }) : t('connect.modelsNoList');
  }
  return t('connect.modelsHint');
}
