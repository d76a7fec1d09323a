import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type PackageNotice, usePackages } from '../state/packages';
import { selectPlugin } from '../state/plugins';
import { useProblems } from '../state/problems';
import { useView } from '../state/view';
import { Button, IconButton } from '../ui/button';
import { ErrorText } from '../ui/error-note';
import { Spinner } from '../ui/spinner';

const SUCCESS_MS = 8000;

/** What became of dropped and picked files, and what did not work elsewhere. */
export function PackageNotices() {
  const { t } = useTranslation();
  const { opening, notices } = usePackages();
  const problems = useProblems();
  return (
    <section
      aria-label={t('packages.notices')}
      className="pointer-events-none fixed top-9 right-0 z-30 flex max-h-[calc(100%-3rem)] w-[25rem] flex-col gap-2 overflow-y-auto p-5"
    >
      {problems.list.map(({ key, attempt, error }) => (
        <Trouble key={key} title={t(attempt)} onClose={() => problems.dismiss(key)}>
          <ErrorText error={error} />
        </Trouble>
      ))}
      {notices.map((notice) => (
        <Notice key={notice.key} notice={notice} />
      ))}
      {opening && (
        <div role="status" className={card}>
          <Spinner size={16} className="mt-[3px]" />
          <p className="min-w-0 [overflow-wrap:anywhere]">{t('packages.opening', { fileName: opening })}</p>
        </div>
      )}
    </section>
  );
}

const card =
  'pointer-events-auto flex gap-2.5 rounded-lg border border-line bg-raised py-3 ps-3.5 pe-2.5 shadow-float';

function Notice({ notice }: { notice: PackageNotice }) {
  const { t } = useTranslation();
  const dismiss = usePackages((state) => state.dismiss);
  const close = () => dismiss(notice.key);
  switch (notice.kind) {
    case 'refused':
      return (
        <Trouble title={t('packages.refused', { fileName: notice.fileName })} onClose={close}>
          <ErrorText error={notice.error} />
        </Trouble>
      );
    case 'failed':
      return (
        <Trouble title={t('packages.failed', { name: nameOf(notice) })} onClose={close}>
          <ErrorText error={notice.error} />
          <ViewButton id={notice.id} onView={close} />
        </Trouble>
      );
    case 'notAFile':
      return <Trouble title={t('packages.notAFile')} onClose={close} />;
    case 'tooMany':
      return <Trouble title={t('packages.tooMany', { ...notice })} onClose={close} />;
    case 'decided':
      return <Decided notice={notice} onClose={close} />;
  }
}

/** Stays until it is dismissed. */
function Trouble({ title, children, onClose }: { title: string; children?: ReactNode; onClose(): void }) {
  return (
    <div role="alert" className={card}>
      <TriangleAlert size={17} aria-hidden className="mt-[3px] shrink-0 text-bad" />
      <div className="max-h-52 min-w-0 flex-1 overflow-y-auto">
        <p className="font-semibold [overflow-wrap:anywhere]">{title}</p>
        {children}
      </div>
      <CloseButton onClose={onClose} />
    </div>
  );
}

function Decided({
  notice,
  onClose,
}: {
  notice: Extract<PackageNotice, { kind: 'decided' }>;
  onClose(): void;
}) {
  const { t } = useTranslation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: one timer for the life of the notice
  useEffect(() => {
    const timer = setTimeout(onClose, SUCCESS_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className={card}>
      <CircleCheck size={17} aria-hidden className="mt-[3px] shrink-0 text-good" />
      <div className="min-w-0 flex-1">
        <p className="[overflow-wrap:anywhere]">
          {t(`packages.${notice.outcome}`, { name: nameOf(notice) })}
        </p>
        <ViewButton id={notice.id} onView={onClose} />
      </div>
      <CloseButton onClose={onClose} />
    </div>
  );
}

/** A package need not have a version (S5). */
function nameOf({ name, version }: { name: string; version: string }): string {
  return version ? `${name} ${version}` : name;
}

function ViewButton({ id, onView }: { id: string; onView(): void }) {
  const { t } = useTranslation();
  const view = () => {
    useView.getState().showCapabilities('plugins');
    void selectPlugin(id);
    onView();
  };
  return (
    <Button className="mt-2 h-7! text-sm" onClick={view}>
      {t('packages.view')}
    </Button>
  );
}

function CloseButton({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  return (
    <IconButton label={t('common.close')} onClick={onClose} className="-mt-0.5">
      <X size={15} aria-hidden />
    </IconButton>
  );
}
