import { Cpu, FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEngine } from '../state/engine';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';

/** Which model answers. The demo model never passes for a real one, and says how to connect one. */
export function ModelBadge() {
  const { t } = useTranslation();
  const model = useEngine(({ status }) => status?.model);
  const [open, setOpen] = useState(false);
  if (!model) return <span />;
  if (!model.demo) {
    return (
      <span
        title={t('model.current', { label: model.label })}
        className="flex min-w-0 items-center gap-1.5 px-1.5 text-xs text-ink-3"
      >
        <Cpu size={13} aria-hidden className="shrink-0" />
        <span className="truncate">{model.label}</span>
      </span>
    );
  }
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="flex h-6 items-center gap-1.5 rounded-sm bg-warn-soft px-2 text-xs font-medium text-warn hover:underline"
      >
        <FlaskConical size={13} aria-hidden />
        {t('model.demo')}
      </button>
      <Dialog
        open={open}
        title={t('model.demo')}
        onClose={() => setOpen(false)}
        actions={<Button onClick={() => setOpen(false)}>{t('common.close')}</Button>}
      >
        <p>{t('model.demoHint')}</p>
      </Dialog>
    </>
  );
}
