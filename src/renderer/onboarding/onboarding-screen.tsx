import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../state/preferences';
import { Button } from '../ui/button';
import { LanguageStep } from './language-step';
import { ModelStep } from './model-step';
import { TryStep } from './try-step';

/** The first two minutes: language, a model, and something that works. Shown once; can be skipped at any point. */
export function OnboardingScreen() {
  const { t } = useTranslation();
  const change = usePreferences((preferences) => preferences.change);
  const [step, setStep] = useState<1 | 2 | 3>(1);
  const done = () => change({ welcomed: true });
  return (
    <main id="welcome" aria-label={t('onboarding.label')} className="flex h-full flex-col bg-surface">
      <header className="flex h-14 shrink-0 items-center justify-between px-6">
        <Progress step={step} />
        <Button variant="quiet" onClick={done}>
          {t('onboarding.skip')}
        </Button>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex min-h-full max-w-[780px] flex-col justify-center px-6 pt-2 pb-16">
          {step === 1 && <LanguageStep onNext={() => setStep(2)} />}
          {step === 2 && <ModelStep onBack={() => setStep(1)} onNext={() => setStep(3)} />}
          {step === 3 && <TryStep onBack={() => setStep(2)} onDone={done} />}
        </div>
      </div>
    </main>
  );
}

function Progress({ step }: { step: number }) {
  const { t } = useTranslation();
  return (
    <div role="img" aria-label={t('onboarding.step', { step })} className="flex gap-1.5">
      {[1, 2, 3].map((each) => (
        <span
          key={each}
          className={`h-1.5 w-8 rounded-full transition-colors ${each <= step ? 'bg-accent' : 'bg-line'}`}
        />
      ))}
    </div>
  );
}
