import { ArrowUp, Square } from 'lucide-react';
import { type KeyboardEvent, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { sendMessage, setDraft, stopTurn, useConversation } from '../state/conversation';
import { useEngine } from '../state/engine';
import { ErrorNote } from '../ui/error-note';
import { ModelSwitcher } from './model-switcher';

const COMPOSER_ID = 'composer';

export function focusComposer(): void {
  document.getElementById(COMPOSER_ID)?.focus();
}

/** Where messages are written. Enter sends, except while an input method is choosing characters. */
export function Composer({ busy }: { busy: boolean }) {
  const { t } = useTranslation();
  const { sendError } = useConversation();
  const key = useConversation(({ sessionId }) => sessionId ?? 'new');
  const text = useConversation(({ drafts }) => drafts[key] ?? '');
  const failed = useEngine(({ state }) => state === 'failed');
  const waiting = useConversation(({ first }) => first !== null);
  const sendable = text.trim() !== '' && !busy && !waiting && !failed;

  useEffect(focusComposer, []);

  const send = () => {
    if (sendable) void sendMessage(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // keyCode 229: some input methods report the Enter that ends a composition only this way.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229)
      return;
    event.preventDefault();
    send();
  };

  return (
    <div className="shrink-0 overflow-hidden [scrollbar-gutter:stable_both-edges]">
      <div className="mx-auto w-full max-w-[776px] px-6 pt-1 pb-4">
        {sendError && (
          <div className="mb-2">
            <ErrorNote title={t('chat.sendFailed')} error={sendError} />
          </div>
        )}
        <div className="rounded-lg border border-line-strong bg-raised transition-colors focus-within:border-accent">
          <textarea
            id={COMPOSER_ID}
            aria-label={t('chat.input')}
            placeholder={t('chat.placeholder')}
            value={text}
            rows={1}
            maxLength={200_000}
            onChange={(event) => setDraft(key, event.target.value)}
            onKeyDown={onKeyDown}
            className="block max-h-[38vh] min-h-11 w-full resize-none overflow-y-auto bg-transparent px-3.5 pt-2.5 pb-1 text-md outline-none [field-sizing:content]"
          />
          <div className="flex h-10 items-center justify-between ps-2 pe-1.5">
            <ModelSwitcher />
            {busy ? (
              <button
                type="button"
                onClick={stopTurn}
                title={t('chat.stopHint')}
                className="inline-flex h-7 items-center gap-1.5 rounded-md border border-line-strong px-2.5 text-sm font-medium hover:bg-hover"
              >
                <Square size={11} aria-hidden className="fill-current" />
                {t('chat.stop')}
              </button>
            ) : (
              <button
                type="button"
                onClick={send}
                disabled={!sendable}
                aria-label={t('chat.send')}
                title={t('chat.send')}
                className="inline-flex size-7 items-center justify-center rounded-md bg-accent text-on-accent transition-colors hover:bg-accent-strong disabled:bg-hover disabled:text-ink-3"
              >
                <ArrowUp size={16} aria-hidden />
              </button>
            )}
          </div>
        </div>
      </div>
    </div>
  );
}
