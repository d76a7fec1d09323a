import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n';
import { usePreferences } from '../state/preferences';
import { Button } from '../ui/button';
import { Segments } from '../ui/segments';
import { StepTitle } from './step-title';

/** The language the operating system has is chosen already; each is called by its own name. */
export function LanguageStep({ onNext }: { onNext(): void }) {
  const { t } = useTranslation();
  const change = usePreferences((preferences) => preferences.change);
  return (
    <section className="flex flex-col items-center text-center">
      <StepTitle>{t('onboarding.title')}</StepTitle>
      <p className="mt-1.5 max-w-md text-md text-pretty text-ink-2">{t('onboarding.lead')}</p>
      <div className="mt-8 w-72">
        <Segments
          aria-label={t('onboarding.languageTitle')}
          value={currentLanguage()}
          options={[
            { value: 'zh', label: '简体中文' },
            { value: 'en', label: 'English' },
          ]}
          onChange={(language) => change({ language })}
        />
      </div>
      <Button variant="primary" className="mt-8 h-9! px-5!" onClick={onNext}>
        {t('onboarding.next')}
        <ArrowRight size={15} aria-hidden />
      </Button>
    </section>
  );
}
