import { useTranslation } from 'react-i18next';
import type { ListedSkill } from '../../shared/skills';
import { Markdown } from '../chat/markdown';
import { chooseSkill, useSkills } from '../state/skills';
import { CopyButton } from '../ui/copy-button';
import { ErrorNote } from '../ui/error-note';
import { Fact } from '../ui/fact';
import { ReasonList } from '../ui/reason-list';
import { Spinner } from '../ui/spinner';
import { Switch } from '../ui/switch';
import { Section } from './section';
import { SkillBadge } from './skill-badge';
import { SkillSwitch } from './skill-switch';

/** Everything about one skill: how it is, where it comes from, and what it tells the model. */
export function SkillDetail({ skill }: { skill: ListedSkill }) {
  const { t } = useTranslation();
  const actionError = useSkills((state) => state.actionError);
  const { name, status, description, reasons } = skill;
  const unusable = status === 'skipped';
  return (
    <section aria-label={name} className="h-full overflow-y-auto px-6 py-5 max-[860px]:px-4">
      <header className="flex max-w-2xl flex-wrap items-start gap-x-3.5 gap-y-2">
        <h2 className="flex min-w-36 flex-1 flex-wrap items-center gap-x-2 text-lg font-semibold">
          <bdi className="min-w-0 [overflow-wrap:anywhere]">{name}</bdi>
          <SkillBadge status={status} />
        </h2>
        <div className="flex h-8 items-center">
          <SkillSwitch skill={skill} />
        </div>
      </header>
      <div className="flex max-w-2xl flex-col gap-5">
        <p className="selectable mt-1 text-ink-2 [overflow-wrap:anywhere]">
          <bdi>{description || t('skills.noDescription')}</bdi>
        </p>
        {actionError && <ErrorNote title={t('skills.actionFailed')} error={actionError} />}
        {(reasons.length > 0 || skill.mayLoadAnyway) && (
          <Section title={t('skills.reasons')}>
            <div className="rounded-md border border-line p-3">
              <ReasonList reasons={reasons} grave={unusable} />
              {skill.mayLoadAnyway && <LoadAnyway skill={skill} />}
            </div>
          </Section>
        )}
        <Facts skill={skill} />
        <Contents />
      </div>
    </section>
  );
}

/** S7: somebody may want it although it breaks a rule. */
function LoadAnyway({ skill }: { skill: ListedSkill }) {
  const { t } = useTranslation();
  const pending = useSkills((state) => state.pending === skill.path);
  const note = 'load-anyway-note';
  return (
    <div className="mt-3 flex items-center gap-3 border-t border-line pt-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{t('skills.loadAnyway')}</p>
        <p id={note} className="text-sm text-ink-2">
          {t('skills.loadAnywayNote')}
        </p>
      </div>
      <Switch
        label={t('skills.loadAnyway')}
        describedBy={note}
        checked={skill.loadAnyway}
        disabled={pending}
        onChange={(loadAnyway) => void chooseSkill(skill, { loadAnyway })}
      />
    </div>
  );
}

function Facts({ skill }: { skill: ListedSkill }) {
  const { t } = useTranslation();
  const { name, source, origin, path, pattern, status } = skill;
  const usable = status === 'ok' || status === 'warning';
  const command = `/skill ${name} `;
  return (
    <dl className="selectable grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm [overflow-wrap:anywhere]">
      <Fact label={t('skills.source')}>
        {t(`skills.sources.${source}`)} · <bdi>{origin}</bdi>
      </Fact>
      <Fact label={t('skills.file')}>
        <bdi className="font-mono text-xs">{path}</bdi>
      </Fact>
      {pattern !== null && (
        <Fact label={t('skills.pattern')}>
          {t('skills.patternNote')} <code className="font-mono text-xs">{pattern}</code>
        </Fact>
      )}
      {usable && (
        <Fact label={t('skills.command')}>
          <span className="flex items-start gap-1">
            <span className="min-w-0">
              <code className="font-mono text-xs">{command}</code>
              <span className="text-ink-3">{t('skills.commandRest')}</span>
            </span>
            <span className="-my-1.5">
              <CopyButton label={t('common.copy')} text={command} />
            </span>
          </span>
        </Fact>
      )}
    </dl>
  );
}

/** What it tells the model, inert like a model's own text, and what else lies in its folder. */
function Contents() {
  const { t } = useTranslation();
  const { detail, detailError } = useSkills();
  if (detailError) return <ErrorNote title={t('skills.unreadable')} error={detailError} />;
  if (!detail) {
    return (
      <p className="flex items-center gap-2 text-ink-3">
        <Spinner /> {t('common.loading')}
      </p>
    );
  }
  return (
    <>
      <Section title={t('skills.text')}>
        <div className="rounded-md border border-line px-4 py-3">
          <Body text={detail.body} />
        </div>
      </Section>
      {/* No heading: those of the text above may be of any level. */}
      <section aria-label={t('skills.files')}>
        <p className="text-sm font-semibold">{t('skills.files')}</p>
        <ul className="selectable mt-2.5 flex flex-wrap gap-1.5">
          {detail.files.map((file) => (
            <li key={file} className="rounded-sm bg-sunken px-2 font-mono text-sm [overflow-wrap:anywhere]">
              <bdi>{file}</bdi>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Body({ text }: { text: string }) {
  const { t } = useTranslation();
  if (!text.trim()) return <p className="text-ink-3">{t('skills.emptyBody')}</p>;
  // Frontmatter that can't be read is still there, and would look like headings.
  if (/^---\r?\n/.test(text)) {
    return (
      <p className="selectable font-mono text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
    );
  }
  return <Markdown text={text} streaming={false} />;
}
