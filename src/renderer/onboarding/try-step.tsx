import { CornerDownLeft, Package } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BundledPackage } from '../../shared/bundled-packages';
import { currentLanguage } from '../i18n';
import { openBundled, useOfferedPackages } from '../state/bundled';
import { sendMessage, startNewChat } from '../state/conversation';
import { currentModel, useModels } from '../state/models';
import { usePlugins } from '../state/plugins';
import { useView } from '../state/view';
import { Button } from '../ui/button';
import { Spinner } from '../ui/spinner';
import { StepTitle } from './step-title';
import { useTries } from './use-tries';

/** Three things that work with what is there; the bundled example is one click and one consent away. */
export function TryStep({ onBack, onDone }: { onBack(): void; onDone(): void }) {
  const { t } = useTranslation();
  const { texts, ready } = useTries();
  const offered = useOfferedPackages();
  const demo = useModels(({ list }) => currentModel(list)?.demo ?? true);
  const ask = (text: string) => {
    onDone();
    startNewChat();
    useView.getState().show('chat');
    void sendMessage(text);
  };
  return (
    <section>
      <StepTitle>{t('onboarding.tryTitle')}</StepTitle>
      <p className="mt-1 text-md text-pretty text-ink-2">{t('onboarding.tryLead')}</p>
      {offered.map((known) => (
        <Offer key={known.id} known={known} />
      ))}
      <ul className="mt-5 flex flex-col gap-2.5">
        {texts.map((text) => (
          <li key={text}>
            <button
              type="button"
              disabled={!ready}
              onClick={() => ask(text)}
              className="flex w-full items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3 text-start transition-colors enabled:hover:border-line-strong enabled:hover:bg-hover disabled:opacity-60"
            >
              <span className="min-w-0 flex-1">{text}</span>
              {ready ? (
                <CornerDownLeft size={15} aria-hidden className="shrink-0 text-ink-3" />
              ) : (
                <Spinner className="shrink-0" />
              )}
            </button>
          </li>
        ))}
      </ul>
      {demo && <p className="mt-3 text-sm text-ink-3">{t('onboarding.connectLater')}</p>}
      <div className="mt-6 flex items-center justify-between">
        <Button variant="quiet" className="-ms-3" onClick={onBack}>
          {t('onboarding.back')}
        </Button>
        <Button variant="primary" onClick={onDone}>
          {t('onboarding.start')}
        </Button>
      </div>
    </section>
  );
}

function Offer({ known }: { known: BundledPackage }) {
  const { t } = useTranslation();
  const installed = usePlugins(({ list }) => list?.some(({ id }) => id === known.id) ?? false);
  const texts = known[currentLanguage()];
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-accent-soft px-4 py-3.5">
      <Package size={22} aria-hidden className="shrink-0 text-accent" />
      <div className="min-w-0 flex-1 basis-72">
        <p className="text-sm text-ink-2">
          {installed ? t('onboarding.bundledInstalled') : t('onboarding.bundledTitle')}
        </p>
        <p className="font-semibold">{texts.name}</p>
        <p className="text-sm text-ink-2">
          {texts.about} {t('onboarding.bundledText')}
        </p>
      </div>
      <Button variant="primary" onClick={() => openBundled(known.id)}>
        {installed ? t('onboarding.bundledEnable') : t('onboarding.bundledInstall')}
      </Button>
    </div>
  );
}
