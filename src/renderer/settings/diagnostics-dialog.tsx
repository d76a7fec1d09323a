import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { Dialog } from '../ui/dialog';

/** All that the diagnostics file says, to be read before it is given away. */
export function DiagnosticsDialog({
  text,
  onClose,
  onSave,
}: {
  text: string;
  onClose(): void;
  onSave(): void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog
      wide
      open
      title={t('data.diagnosticsTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          <Button variant="primary" onClick={onSave}>
            {t('data.diagnosticsSave')}
          </Button>
        </>
      }
    >
      <p className="text-pretty">{t('data.diagnosticsNote')}</p>
      <div className="relative mt-3">
        <section
          aria-label={t('data.diagnosticsTitle')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has to by keyboard
          tabIndex={0}
          className="h-[min(46vh,26rem)] overflow-auto rounded-md border border-line bg-sunken"
        >
          <pre className="w-max min-w-full px-3 py-2.5 font-mono text-xs text-ink">{text}</pre>
        </section>
        <div className="absolute top-1.5 right-3 rounded-md bg-raised">
          <CopyButton label={t('common.copy')} text={text} />
        </div>
      </div>
    </Dialog>
  );
}
