import { useTranslation } from 'react-i18next';
import { useEngine } from '../state/engine';
import { usePreferences } from '../state/preferences';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { ManagedNote } from './managed-note';

/** Which version this is, and where it keeps things. */
export function AboutSettings() {
  const { t } = useTranslation();
  const status = useEngine((engine) => engine.status);
  const change = usePreferences((preferences) => preferences.change);
  if (!status) return null;
  const folders = (['configDir', 'dataDir', 'workspace'] as const).map((key) => [key, status[key]] as const);
  return (
    <>
      <h2 className="text-xl font-semibold">SecAgent</h2>
      <p className="text-ink-2">{t('settings.aboutLead')}</p>
      <dl className="mt-5 divide-y divide-line rounded-lg border border-line px-4">
        <div className="py-3">
          <dt className="text-sm text-ink-3">{t('settings.version')}</dt>
          <dd className="selectable">{status.version}</dd>
        </div>
        {folders.map(([key, path]) => (
          <div key={key} className="py-3">
            <dt className="text-sm text-ink-3">{t(`settings.${key}`)}</dt>
            <dd className="flex items-center gap-3">
              <span className="selectable min-w-0 flex-1 font-mono text-sm [overflow-wrap:anywhere]">
                {path}
              </span>
              <CopyButton label={`${t('common.copy')}: ${t(`settings.${key}`)}`} text={path} />
            </dd>
          </div>
        ))}
      </dl>
      <ManagedNote />
      <Button className="mt-5" onClick={() => change({ welcomed: false })}>
        {t('settings.welcomeAgain')}
      </Button>
    </>
  );
}
