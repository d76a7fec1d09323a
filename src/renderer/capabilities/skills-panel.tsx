import { BookOpen } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedSkill } from '../../shared/skills';
import { useEngine } from '../state/engine';
import { refreshSkills, selectSkill, useSkills } from '../state/skills';
import { EmptyState } from '../ui/empty-state';
import { LoadState } from '../ui/load-state';
import { SearchInput } from '../ui/search-input';
import { ListRow } from './list-row';
import { SkillBadge } from './skill-badge';
import { SkillDetail } from './skill-detail';
import { skillGroups } from './skill-groups';
import { SkillSwitch } from './skill-switch';

/** Capabilities → Skills: those of the open chat's folder, of the configuration and of plugins (H1). */
export function SkillsPanel() {
  const { t } = useTranslation();
  const { list, loaded, loadError, selected } = useSkills();
  useFirstSkill();
  if (list.length === 0 && (loadError || !loaded))
    return (
      <LoadState error={loadError} title={t('skills.loadFailed')} onRetry={() => void refreshSkills()} />
    );
  if (list.length === 0) return <NoSkills />;
  const skill = list.find(({ path }) => path === selected);
  return (
    <div className="flex h-full">
      <SkillList />
      <div className="min-w-0 flex-1">
        {skill ? (
          <SkillDetail key={skill.path} skill={skill} />
        ) : (
          <EmptyState
            icon={<BookOpen size={22} aria-hidden />}
            title={t('skills.chooseTitle')}
            text={t('skills.chooseText')}
          />
        )}
      </div>
    </div>
  );
}

function SkillList() {
  const { t } = useTranslation();
  const { list, query } = useSkills();
  const groups = skillGroups(list, query);
  return (
    <nav
      aria-label={t('skills.list')}
      className="flex w-72 shrink-0 flex-col border-e border-line max-[960px]:w-64 max-[860px]:w-52"
    >
      <SearchInput
        label={t('skills.search')}
        value={query}
        maxLength={200}
        onChange={(next) => useSkills.setState({ query: next })}
        className="m-2 mb-1 shrink-0"
      />
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {groups.length === 0 && <p className="px-2.5 py-3 text-sm text-ink-3">{t('skills.noMatch')}</p>}
        {groups.map(({ source, skills }) => (
          <section key={source} aria-label={t(`skills.sources.${source}`)}>
            <h2 className="px-2.5 pt-3 pb-1 text-xs text-ink-3">{t(`skills.sources.${source}`)}</h2>
            <ul>
              {skills.map((skill) => (
                <SkillRow key={skill.path} skill={skill} />
              ))}
            </ul>
          </section>
        ))}
        <p className="px-2.5 pt-4 text-xs text-pretty text-ink-3">{t('skills.placesNote')}</p>
      </div>
    </nav>
  );
}

function SkillRow({ skill }: { skill: ListedSkill }) {
  const { t } = useTranslation();
  const selected = useSkills((state) => state.selected === skill.path);
  return (
    <ListRow
      selected={selected}
      onSelect={() => void selectSkill(skill.path)}
      className="py-2"
      action={<SkillSwitch skill={skill} />}
    >
      <bdi className="block truncate font-medium" title={skill.name}>
        {skill.name}
      </bdi>
      <span className="flex items-center gap-1.5">
        {skill.status !== 'ok' && <SkillBadge status={skill.status} />}
        <bdi className="truncate text-sm text-ink-2">{skill.description || t('skills.noDescription')}</bdi>
      </span>
    </ListRow>
  );
}

/** Says where skills go. */
function NoSkills() {
  const { t } = useTranslation();
  const configDir = useEngine(({ status }) => status?.configDir ?? '');
  const places = [
    ['.agent/skills', t('skills.places.agent')],
    ['.claude/skills', t('skills.places.claude')],
    [configDir && `${configDir}${configDir.includes('\\') ? '\\' : '/'}skills`, t('skills.places.config')],
  ];
  return (
    <EmptyState
      icon={<BookOpen size={22} aria-hidden />}
      title={t('skills.emptyTitle')}
      text={t('skills.emptyText')}
    >
      <ul className="flex max-w-lg flex-col gap-2 rounded-lg border border-line p-4 text-start">
        {places.map(([path, note]) => (
          <li key={note} className="selectable">
            <code className="font-mono text-sm [overflow-wrap:anywhere]">{path}</code>
            <p className="text-sm text-ink-3">{note}</p>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-3">{t('skills.emptyPlugins')}</p>
    </EmptyState>
  );
}

/** Opens with the first of the list. */
function useFirstSkill(): void {
  const first = useSkills(({ list, selected, query }) =>
    selected ? null : (skillGroups(list, query)[0]?.skills[0]?.path ?? null),
  );
  useEffect(() => {
    void refreshSkills();
    // Whoever comes back may have made the first skill of a folder, which nothing watches yet.
    const onFocus = () => void refreshSkills();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, []);
  useEffect(() => {
    if (first) void selectSkill(first);
  }, [first]);
}
