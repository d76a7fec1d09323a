import { ShieldCheck } from 'lucide-react';
import { type Ref, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsentRequest, Params } from '../../shared/contract';
import type { Candidate, PluginSummary } from '../../shared/plugins';
import { formatBytes } from '../i18n/format';
import { Button } from '../ui/button';
import { Diagnostics } from '../ui/diagnostics';
import { PermissionList } from '../ui/permission-list';
import { PluginIcon } from '../ui/plugin-icon';

type Choice = Params<'consent.decide'>['choice'];

interface ConsentViewProps {
  ref: Ref<HTMLElement>;
  request: ConsentRequest;
  armed: boolean;
  onDecide(choice: Choice): void;
}

/** Who made it, where it came from, what it may do – and the choice (M2). Enter takes the careful answer: it never grants. */
export function ConsentView({ ref, request, armed, onDecide }: ConsentViewProps) {
  const { t } = useTranslation();
  const { kind, subject } = request;
  const candidate = 'candidateId' in subject ? subject : null;
  const known = candidate?.installed?.permissions;
  const title = kind === 'enable' ? 'enableTitle' : candidate?.installed ? 'updateTitle' : 'installTitle';
  useCancelOnEscape(onDecide);

  return (
    <main ref={ref} aria-labelledby="question" className="flex h-screen flex-col">
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto px-6 pt-5 pb-4 focus-visible:-outline-offset-2"
      >
        <header className="flex items-center gap-3.5">
          <PluginIcon icon={subject.icon} size={44} />
          <div className="min-w-0">
            <h1 id="question" className="text-sm text-ink-2">
              {t(`consent.${title}`)}
            </h1>
            <p className="text-lg font-semibold [overflow-wrap:anywhere]">{subject.name}</p>
          </div>
        </header>
        {subject.description && <p className="mt-3 text-ink-2">{subject.description}</p>}
        <Facts subject={subject} />
        <section aria-label={t('consent.asks')} className="mt-4 rounded-lg border border-line bg-surface p-4">
          {subject.permissions.length > 0 ? (
            <>
              <h2 className="mb-3 font-semibold">{t('consent.asks')}</h2>
              <PermissionList permissions={subject.permissions} {...(known && { known })} />
            </>
          ) : (
            <p>{t('consent.asksNothing')}</p>
          )}
          <p className="mt-3.5 flex gap-2.5 border-t border-line pt-3 text-sm text-ink-2">
            <ShieldCheck size={17} aria-hidden className="mt-0.5 shrink-0 text-good" />
            {t('consent.sandbox')}
          </p>
        </section>
        {subject.diagnostics.length > 0 && (
          <section aria-label={t('consent.checks')} className="mt-4">
            <h2 className="mb-2 text-sm font-semibold">{t('consent.checks')}</h2>
            <Diagnostics items={subject.diagnostics} />
          </section>
        )}
      </div>
      <footer className="shrink-0 border-t border-line bg-surface px-6 py-4">
        {kind === 'install' && <p className="mb-3 text-sm text-ink-2">{t('consent.installNote')}</p>}
        <div className="flex gap-2">
          <Button autoFocus={kind === 'enable'} onClick={() => onDecide('cancel')}>
            {t('consent.cancel')}
          </Button>
          <span className="flex-1" />
          {kind === 'install' ? (
            <>
              <Button aria-disabled={!armed} onClick={() => onDecide('enable')}>
                {t('consent.installAndEnable')}
              </Button>
              <Button variant="primary" autoFocus aria-disabled={!armed} onClick={() => onDecide('install')}>
                {t('consent.install')}
              </Button>
            </>
          ) : (
            <Button variant="primary" aria-disabled={!armed} onClick={() => onDecide('enable')}>
              {t('consent.turnOn')}
            </Button>
          )}
        </div>
      </footer>
    </main>
  );
}

function Facts({ subject }: { subject: Candidate | PluginSummary }) {
  const { t } = useTranslation();
  const candidate = 'candidateId' in subject ? subject : null;
  const rows = [
    [
      t('consent.author'),
      subject.author ? t('consent.authorUnverified', { author: subject.author }) : t('consent.noAuthor'),
    ],
    [t('consent.version'), versionText()],
    [t('consent.from'), subject.source.url],
    ...(candidate
      ? [
          [
            t('consent.size'),
            t('consent.sizeText', { size: formatBytes(candidate.size), files: candidate.files }),
          ],
        ]
      : []),
  ];
  function versionText(): string {
    const { version } = subject;
    const old = candidate?.installed?.version;
    if (!old) return version;
    return old === version ? t('consent.same', { version }) : t('consent.replaces', { version, old });
  }
  return (
    <dl className="selectable mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-sm">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-3">{label}</dt>
          <dd className="[overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function useCancelOnEscape(onDecide: (choice: Choice) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onDecide('cancel');
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onDecide]);
}
