import { clsx } from 'clsx';
import { Info, ShieldCheck } from 'lucide-react';
import { type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsentRequest, Params } from '../../shared/contract';
import { contentsOf, noCodeText } from '../../shared/texts/contents';
import { currentLanguage } from '../i18n';
import { formatBytes } from '../i18n/format';
import { Button } from '../ui/button';
import { Diagnostics } from '../ui/diagnostics';
import { Fact } from '../ui/fact';
import { PermissionList } from '../ui/permission-list';
import { PluginIcon } from '../ui/plugin-icon';
import { PackageContents } from './package-contents';

/** More would bury what matters; the plugin's page shows all of them. */
const MAX_DIAGNOSTICS = 20;

type Choice = Params<'consent.decide'>['choice'];
type Subject = ConsentRequest['subject'];

interface ConsentViewProps {
  ref: Ref<HTMLElement>;
  request: ConsentRequest;
  armed: boolean;
  /** whether the end of the list of permissions has been in view: switching on takes that as well */
  permissionsSeen: boolean;
  /** put at that end */
  permissionsEnd: Ref<HTMLDivElement>;
  onDecide(choice: Choice): void;
}

/** Who made it, where it came from, what it may do – and the choice (M2). Enter takes the careful answer: it never grants. */
export function ConsentView(props: ConsentViewProps) {
  const { ref, request, armed, permissionsSeen, permissionsEnd, onDecide } = props;
  const { t } = useTranslation();
  const { kind, subject } = request;
  const candidate = 'candidateId' in subject ? subject : null;
  const hasCode = subject.format === 'native';
  const hasPrograms = contentsOf(subject.components).programs.length > 0;
  const title = kind === 'enable' ? 'enableTitle' : candidate?.installed ? 'updateTitle' : 'installTitle';
  const more = subject.diagnostics.length - MAX_DIAGNOSTICS;
  const mayEnable = armed && permissionsSeen;
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
            <p className="text-lg font-semibold [overflow-wrap:anywhere]">
              <bdi>{subject.name}</bdi>
            </p>
          </div>
        </header>
        <section
          aria-label={hasCode ? t('consent.asks') : t('consent.contains')}
          className="mt-4 rounded-lg border border-line bg-surface p-4"
        >
          {hasCode ? (
            <Asks subject={subject} />
          ) : (
            <>
              <h2 className="mb-3 font-semibold">{t('consent.contains')}</h2>
              <PackageContents components={subject.components} />
            </>
          )}
          <div ref={permissionsEnd} />
          <p className="mt-3.5 flex gap-2.5 border-t border-line pt-3 text-sm text-ink-2">
            {hasPrograms ? (
              <Info size={17} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
            ) : (
              <ShieldCheck size={17} aria-hidden className="mt-0.5 shrink-0 text-good" />
            )}
            {hasCode ? t('consent.sandbox') : noCodeText(currentLanguage(), subject.components)}
          </p>
        </section>
        <Facts subject={subject} />
        {subject.description && <Description text={subject.description} />}
        {subject.diagnostics.length > 0 && (
          <section aria-label={t('consent.checks')} className="mt-4">
            <h2 className="mb-2 text-sm font-semibold">{t('consent.checks')}</h2>
            <Diagnostics items={subject.diagnostics.slice(0, MAX_DIAGNOSTICS)} />
            {more > 0 && (
              <p className="mt-2 text-sm text-ink-2">{t('consent.moreChecks', { count: more })}</p>
            )}
          </section>
        )}
      </div>
      <footer className="shrink-0 border-t border-line bg-surface px-6 py-4">
        {!permissionsSeen && (
          <p className="mb-3 text-sm text-ink-2">
            {hasCode ? t('consent.readAll') : t('consent.readContents')}
          </p>
        )}
        {permissionsSeen && kind === 'install' && (
          <p className="mb-3 text-sm text-ink-2">{t('consent.installNote')}</p>
        )}
        <div className="flex gap-2">
          <Button autoFocus={kind === 'enable'} onClick={() => onDecide('cancel')}>
            {t('consent.cancel')}
          </Button>
          <span className="flex-1" />
          {kind === 'install' ? (
            <>
              <Button aria-disabled={!mayEnable} onClick={() => onDecide('enable')}>
                {t('consent.installAndEnable')}
              </Button>
              <Button variant="primary" autoFocus aria-disabled={!armed} onClick={() => onDecide('install')}>
                {t('consent.install')}
              </Button>
            </>
          ) : (
            <Button variant="primary" aria-disabled={!mayEnable} onClick={() => onDecide('enable')}>
              {t('consent.turnOn')}
            </Button>
          )}
        </div>
      </footer>
    </main>
  );
}

/** What a plugin with code may do once it is on. */
function Asks({ subject }: { subject: Subject }) {
  const { t } = useTranslation();
  const { permissions, network } = subject;
  const agreed = 'candidateId' in subject ? subject.installed : null;
  if (permissions.length === 0 && network.env.length === 0) return <p>{t('consent.asksNothing')}</p>;
  return (
    <>
      <h2 className="mb-3 font-semibold">{t('consent.asks')}</h2>
      <PermissionList subject={subject} agreed={agreed} />
    </>
  );
}

/** The author's own words, under a heading that says so; three lines of them unless more is wanted. */
function Description({ text }: { text: string }) {
  const { t } = useTranslation();
  const [whole, setWhole] = useState(false);
  const [cut, setCut] = useState(false);
  const box = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (box.current) setCut(box.current.scrollHeight > box.current.clientHeight);
  }, []);
  return (
    <section aria-label={t('consent.about')} className="mt-4 text-sm">
      <h2 className="font-semibold">{t('consent.about')}</h2>
      <p
        ref={box}
        className={clsx('selectable mt-1 text-ink-2 [overflow-wrap:anywhere]', !whole && 'line-clamp-3')}
      >
        <bdi>{text}</bdi>
      </p>
      {cut && !whole && (
        <Button variant="quiet" className="-ms-3 h-7! text-sm" onClick={() => setWhole(true)}>
          {t('consent.more')}
        </Button>
      )}
    </section>
  );
}

function Facts({ subject }: { subject: Subject }) {
  const { t } = useTranslation();
  const candidate = 'candidateId' in subject ? subject : null;
  const { version } = subject;
  const old = candidate?.installed?.version;
  return (
    <dl className="selectable mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-sm">
      <Fact label={t('consent.author')}>
        {subject.author ? (
          <>
            <bdi>{subject.author}</bdi>
            {t('consent.unverified')}
          </>
        ) : (
          t('consent.notGiven')
        )}
      </Fact>
      <Fact label={t('consent.version')}>
        <bdi>
          {!old && (version || t('consent.notGiven'))}
          {old &&
            (old === version ? t('consent.same', { version }) : t('consent.replaces', { version, old }))}
        </bdi>
      </Fact>
      <Fact label={t('consent.from')}>
        <bdi>{subject.source.url}</bdi>
      </Fact>
      {candidate && (
        <Fact label={t('consent.size')}>
          {t('consent.sizeText', { size: formatBytes(candidate.size), files: candidate.files })}
        </Fact>
      )}
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
