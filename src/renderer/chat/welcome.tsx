import { Blocks, FileArchive, type LucideIcon, MessageCircleQuestion } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { startSummary } from '../../shared/texts/summary';
import { currentLanguage } from '../i18n';
import { useTries } from '../onboarding/use-tries';
import { draftKey, setDraft } from '../state/conversation';
import { useEngine } from '../state/engine';
import { pickPackages } from '../state/packages';
import { useView } from '../state/view';
import { focusComposer } from './composer';

/** An empty chat teaches: three things to try, and where plugins go. */
export function Welcome() {
  const { t } = useTranslation();
  const show = useView((view) => view.show);
  const { texts: tries } = useTries();
  const ask = () => {
    setDraft(draftKey(), tries[0] ?? '');
    focusComposer();
  };
  return (
    <div className="h-full overflow-y-auto [scrollbar-gutter:stable_both-edges]">
      <div className="mx-auto flex min-h-full max-w-[776px] flex-col justify-center px-6 py-8">
        <h2 className="text-xl font-semibold">{t('welcome.title')}</h2>
        <p className="mt-1 text-md text-ink-2">{t('welcome.lead')}</p>
        <div className="mt-6 grid grid-cols-1 gap-3 min-[880px]:grid-cols-3">
          <Suggestion
            icon={MessageCircleQuestion}
            title={t('welcome.askTitle')}
            text={tries[0] ?? ''}
            onClick={ask}
          />
          <Suggestion
            icon={FileArchive}
            title={t('welcome.installTitle')}
            text={t('welcome.installText')}
            onClick={pickPackages}
          />
          <Suggestion
            icon={Blocks}
            title={t('welcome.exploreTitle')}
            text={t('welcome.exploreText')}
            onClick={() => show('capabilities')}
          />
        </div>
        <p className="mt-4 rounded-md border border-dashed border-line-strong px-4 py-3 text-center text-sm text-ink-2">
          {t('welcome.drop')}
        </p>
        <Summary />
      </div>
    </div>
  );
}

/** What there is to work with (H9). */
function Summary() {
  const status = useEngine((engine) => engine.status);
  const text = status ? startSummary(currentLanguage(), status) : '';
  return <p className="mt-3 min-h-5 text-center text-sm text-ink-3">{text}</p>;
}

function Suggestion({
  icon: Icon,
  title,
  text,
  onClick,
}: {
  icon: LucideIcon;
  title: string;
  text: string;
  onClick(): void;
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex items-start gap-3 rounded-lg border border-line bg-surface p-3.5 text-start transition-colors hover:border-line-strong hover:bg-hover min-[880px]:flex-col min-[880px]:gap-2"
    >
      <Icon size={18} aria-hidden className="mt-0.5 shrink-0 text-accent" />
      <span>
        <span className="block font-medium">{title}</span>
        <span className="mt-0.5 block text-sm text-pretty text-ink-2">{text}</span>
      </span>
    </button>
  );
}
