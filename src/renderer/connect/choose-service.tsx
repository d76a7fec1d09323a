import { useTranslation } from 'react-i18next';
import type { ConnectRequest } from '../../shared/connect';
import { modelPresets } from '../../shared/model-presets';
import { Button } from '../ui/button';
import { ServiceCard } from '../ui/service-card';
import { nameOf } from './draft';

interface ChooseServiceProps {
  request: ConnectRequest;
  /** a preset's id, a configured provider's, or `other` */
  onChoose(service: string): void;
}

/** Services people know by name, what runs on this computer, and any other. */
export function ChooseService({ request, onChoose }: ChooseServiceProps) {
  const { t } = useTranslation();
  const presets = modelPresets.filter(({ id }) => id !== 'ollama' || request.ollama);
  const connected = (id: string) => request.configured.some((provider) => provider.id === id);
  return (
    <main aria-labelledby="title" className="flex h-screen flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pt-5 pb-4">
        <h1 id="title" className="text-lg font-semibold">
          {t('connect.chooseTitle')}
        </h1>
        <p className="mt-1 text-ink-2">{t('connect.chooseLead')}</p>
        <ul className="mt-4 grid grid-cols-2 gap-2.5">
          {presets.map((preset) => (
            <li key={preset.id}>
              <ServiceCard
                name={nameOf(preset, request.language)}
                note={preset.id === 'ollama' ? t('connect.local') : new URL(preset.baseUrl).host}
                badge={connected(preset.id) ? t('connect.connected') : null}
                onClick={() => onChoose(preset.id)}
              />
            </li>
          ))}
          <li className={presets.length % 2 === 0 ? 'col-span-2' : undefined}>
            <ServiceCard
              name={t('connect.other')}
              note={t('connect.otherHint')}
              badge={null}
              onClick={() => onChoose('other')}
            />
          </li>
        </ul>
      </div>
      <footer className="flex shrink-0 border-t border-line bg-surface px-6 py-4">
        <Button onClick={() => void window.secagentConnect.cancel()}>{t('connect.cancel')}</Button>
      </footer>
    </main>
  );
}
