import { FlaskConical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { modelPresets } from '../../shared/model-presets';
import { currentLanguage } from '../i18n';
import { connectModel, useModels } from '../state/models';
import { Button } from '../ui/button';
import { ServiceCard } from '../ui/service-card';
import { StepTitle } from './step-title';

/** A service and its key, entered in the connect view, or the demo. */
export function ModelStep({ onBack, onNext }: { onBack(): void; onNext(): void }) {
  const { t } = useTranslation();
  const list = useModels((state) => state.list);
  const hasOllama = list?.models.some(({ id }) => id.startsWith('ollama:'));
  const presets = modelPresets.filter(({ id }) => id !== 'ollama' || hasOllama);
  const connected = (id: string) => list?.providers.some((provider) => provider.id === id);
  const connect = async (preset?: string) => {
    if (await connectModel(preset ? { preset } : {})) onNext();
  };
  return (
    <section>
      <StepTitle>{t('onboarding.modelTitle')}</StepTitle>
      <p className="mt-1 text-md text-pretty text-ink-2">{t('onboarding.modelLead')}</p>
      <ul className="mt-5 grid grid-cols-2 gap-2.5 min-[860px]:grid-cols-3">
        {presets.map((preset) => (
          <li key={preset.id}>
            <ServiceCard
              name={currentLanguage() === 'zh' ? preset.zh : preset.en}
              note={preset.id === 'ollama' ? t('connect.local') : new URL(preset.baseUrl).host}
              badge={connected(preset.id) ? t('connect.connected') : null}
              onClick={() => void connect(preset.id)}
            />
          </li>
        ))}
        <li className="col-span-full">
          <ServiceCard
            name={t('connect.other')}
            note={t('connect.otherHint')}
            badge={null}
            onClick={() => void connect('other')}
          />
        </li>
      </ul>
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-sunken px-4 py-3">
        <FlaskConical size={18} aria-hidden className="shrink-0 text-ink-2" />
        <p className="min-w-0 flex-1 basis-60 text-sm text-ink-2">{t('onboarding.demoText')}</p>
        <Button onClick={onNext}>{t('onboarding.demo')}</Button>
      </div>
      <Button variant="quiet" className="mt-5 -ms-3" onClick={onBack}>
        {t('onboarding.back')}
      </Button>
    </section>
  );
}
