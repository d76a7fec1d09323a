import type { EngineStatus, Language } from '../settings';

/** What there is to work with (H9), e.g. `2 skills · 1 plugin (3 tools)`; empty when there is nothing. */
export function startSummary(
  language: Language,
  { skills, plugins, tools }: Pick<EngineStatus, 'skills' | 'plugins' | 'tools'>,
): string {
  const say = texts[language];
  const parts = [
    skills > 0 && say.skills(skills),
    plugins > 0 && (tools > 0 ? say.with(say.plugins(plugins), say.tools(tools)) : say.plugins(plugins)),
  ];
  return parts.filter((part) => part !== false).join(' · ');
}

const texts = {
  zh: {
    skills: (count: number) => `${count} 个技能`,
    plugins: (count: number) => `${count} 个插件`,
    tools: (count: number) => `${count} 个工具`,
    with: (plugins: string, tools: string) => `${plugins}（${tools}）`,
  },
  en: {
    skills: (count: number) => counted(count, 'skill'),
    plugins: (count: number) => counted(count, 'plugin'),
    tools: (count: number) => counted(count, 'tool'),
    with: (plugins: string, tools: string) => `${plugins} (${tools})`,
  },
};

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
