import { clsx } from 'clsx';
import { CircleCheck, Info, RotateCw, TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { ErrorNote } from '../../ui/error-note';
import { Spinner } from '../../ui/spinner';
import { PlainData } from './plain-data';
import { readData } from './read-data';
import type { PageAction, PageMessage } from './read-settings-page';
import { SettingsField } from './settings-field';
import { useSettingsPage } from './use-settings-page';

/** What a running plugin's handler says its page holds: a message, fields, actions, and whatever else as plain data (S19). */
export function SettingsForm({ id, page }: { id: string; page: string }) {
  const { t } = useTranslation();
  const { view, draft, outcome, busy, error, refresh, press, change } = useSettingsPage(id, page);
  const { message = null, fields = [], actions = [], rest } = view ?? {};
  const usual = actions.filter(({ look }) => look !== 'danger');
  const main = usual.find(({ look }) => look === 'primary') ?? (usual.length === 1 ? usual[0] : null);
  const keepFocus = useKeptFocus(busy !== null);
  const ask = (action: PageAction) => {
    if (busy === null) void press(action.id);
  };
  if (view === null && busy !== null) {
    return (
      <p role="status" className="flex items-center gap-2 text-ink-3">
        <Spinner /> {t('common.loading')}
      </p>
    );
  }
  return (
    <form
      className="flex flex-col gap-4"
      aria-busy={busy !== null}
      onSubmit={(event) => {
        event.preventDefault();
        keepFocus();
        if (main) ask(main);
      }}
    >
      {message && <Message message={message} />}
      {fields.map((field) => (
        <SettingsField
          key={field.name}
          field={field}
          value={draft[field.name] ?? field.value}
          disabled={busy !== null}
          onChange={(value) => change(field.name, value)}
        />
      ))}
      {rest !== undefined && (
        <div className="selectable rounded-md border border-line px-3 py-1 text-sm [overflow-wrap:anywhere]">
          <PlainData data={readData(rest)} label={t('settingsPage.data')} />
        </div>
      )}
      {view && !message && fields.length === 0 && actions.length === 0 && rest === undefined && (
        <p className="text-ink-2">{t('settingsPage.empty')}</p>
      )}
      {error && (
        <ErrorNote
          {...(error.code === 'tool_failed'
            ? { title: t('settingsPage.failed'), text: error.message }
            : { title: t('plugins.actionFailed') })}
          error={error}
        />
      )}
      {outcome && <Message message={outcome} />}
      <div className="flex flex-wrap items-center gap-2">
        {actions.map((action) => (
          // Not `disabled` while it runs: whoever pressed it by keyboard would lose their place.
          <Button
            key={action.id}
            type={action === main ? 'submit' : 'button'}
            variant={action.look}
            aria-disabled={busy !== null}
            onClick={action === main ? undefined : () => ask(action)}
            className="max-w-full"
          >
            {busy === action.id && <Spinner className="text-current" />}
            <bdi className="truncate">{action.label}</bdi>
          </Button>
        ))}
        <Button
          variant="quiet"
          aria-disabled={busy !== null}
          className="ms-auto"
          onClick={() => busy === null && void refresh()}
        >
          <RotateCw size={14} aria-hidden />
          {t('settingsPage.refresh')}
        </Button>
      </div>
    </form>
  );
}

const looks = {
  ok: { Icon: CircleCheck, box: 'bg-good-soft', icon: 'text-good' },
  warning: { Icon: TriangleAlert, box: 'bg-warn-soft', icon: 'text-warn' },
  error: { Icon: TriangleAlert, box: 'bg-bad-soft', icon: 'text-bad' },
  plain: { Icon: Info, box: 'bg-sunken', icon: 'text-ink-3' },
} as const;

function Message({ message: { text, tone } }: { message: PageMessage }) {
  const { Icon, box, icon } = looks[tone ?? 'plain'];
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={clsx('flex gap-2.5 rounded-md px-3 py-2.5', box)}
    >
      <Icon size={16} aria-hidden className={clsx('mt-[3px] shrink-0', icon)} />
      <p className="selectable min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
        <bdi>{text}</bdi>
      </p>
    </div>
  );
}

/** Fields can't be typed into while the plugin works; whoever sent the form from one finds themselves there again. */
function useKeptFocus(busy: boolean): () => void {
  const kept = useRef<Element | null>(null);
  useEffect(() => {
    if (busy) return;
    if (document.activeElement === document.body && kept.current instanceof HTMLElement) kept.current.focus();
    kept.current = null;
  }, [busy]);
  return useCallback(() => {
    kept.current = document.activeElement;
  }, []);
}
