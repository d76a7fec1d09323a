import type { Translated } from './translated';
import type { zhSkills } from './zh-skills';

/** Texts of skills and of packages without code; a part of `en.ts`. */
export const enSkills: Translated<typeof zhSkills> = {
  skills: {
    tab: 'Skills',
    parts: 'Kinds of capabilities',
    list: 'Skills',
    search: 'Search skills',
    noMatch: 'No skill matches.',
    reload: 'Reload',
    loadFailed: 'The list of skills could not be read',
    emptyTitle: 'No skills yet',
    emptyText:
      'A skill is a note for the assistant on how to do something: a folder with a SKILL.md. Put one in any of these places and it appears here.',
    emptyPlugins: 'Plugins bring skills as well.',
    placesNote:
      'Your own skills go into .agent/skills or .claude/skills of the chat’s folder, or into skills in the configuration folder.',
    places: {
      agent: 'in the folder of this chat',
      claude: 'the same, shared with other assistants',
      config: 'in the configuration, for every chat',
    },
    chooseTitle: 'Choose a skill',
    chooseText: 'Pick one on the left to see its text, where it comes from and how it is.',
    sources: {
      workspace: 'This folder',
      config: 'Your configuration',
      package: 'Packages',
      plugin: 'Running plugins',
    },
    status: { ok: 'Usable', warning: 'Warning', skipped: 'Not loaded', off: 'Off', shadowed: 'Replaced' },
    switchLabel: 'Use the skill {{name}}',
    noDescription: 'No description',
    loadAnyway: 'Load anyway',
    loadAnywayNote: 'Something is wrong with it, but the assistant may use it if you want.',
    source: 'Source',
    file: 'File',
    pattern: 'Loads by itself',
    patternNote: 'when a message matches',
    command: 'In a chat',
    commandRest: 'your question',
    reasons: 'Findings',
    text: 'Text',
    files: 'Files in its folder',
    emptyBody: 'It has no text.',
    unreadable: 'Its text can’t be shown',
    actionFailed: 'That did not work',
  },
  components: {
    format: 'Agent Plugins 1.0.0: no code runs in SecAgent',
    shortFormat: 'Agent Plugins',
    on: 'On',
    tab: 'Skills and servers',
    status: { ok: 'OK', warning: 'Warning', skipped: 'Skipped' },
    skillsNote:
      'While the plugin is on they are listed under Skills, where each can be switched off and a skipped one loaded anyway.',
    toSkills: 'Open Skills',
    serversNote:
      'Servers of packages are listed and not started yet. When they are, they run outside the sandbox, as you.',
  },
};
