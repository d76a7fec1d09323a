import { join } from 'node:path';
import type { ComponentReason } from '../../shared/components';
import { SecAgentError, toErrorInfo } from '../../shared/errors';
import {
  choiceKey,
  type ListedSkill,
  type ShownSkill,
  type SkillChoices,
  type SkillStatus,
} from '../../shared/skills';
import { type FoundSkill, SkillFolder } from './folder-skills';
import {
  findSkill,
  listSkillFiles,
  readSkillBody,
  SKILL_FILE,
  type SkillPlace,
  shortName,
} from './read-skill';
import { watchFolders } from './watch-folders';

/** A skill that is offered to the model. */
export interface Skill extends Required<SkillPlace> {
  name: string;
  description: string;
  /** its SKILL.md */
  path: string;
}

/** One of a package, or of a running plugin. */
export interface PluginSkill extends Required<SkillPlace> {
  name: string;
  source: 'package' | 'plugin';
  pluginId: string;
  description: string;
  pattern: string | null;
  reasons: ComponentReason[];
  isSound: boolean;
}

export interface SkillsOptions {
  /** `<config>/skills` */
  configFolder: string;
  /** skills of packages and plugins that are on, in activation order */
  fromPlugins(): PluginSkill[];
  choices(): SkillChoices;
  changed(): void;
}

/** ms a list is good for: one message asks for it several times */
const FRESH_MS = 1_000;
const MAX_WORKSPACES = 8;
/** Nobody's wish makes these loadable: there is no text to load, or it lies where the folder must not lead. */
const UNLOADABLE = new Set([
  'skill_outside',
  'skill_no_file',
  'skill_too_large',
  'skill_too_many',
  'skill_name_unusable',
]);

/**
 * Every skill there is, in one name space (H1): those of the workspace win over those of the configuration, and these over plugins'.
 * A broken one is listed with its reason and breaks nothing.
 */
export class Skills {
  readonly #options: SkillsOptions;
  readonly #config: SkillFolder;
  readonly #workspaces = new Map<string, SkillFolder[]>();
  readonly #lists = new Map<
    string,
    { at: number; list: ListedSkill[]; places: Map<string, Required<SkillPlace>> }
  >();
  readonly #watch: ReturnType<typeof watchFolders>;

  constructor(options: SkillsOptions) {
    this.#options = options;
    this.#config = new SkillFolder(options.configFolder, 'config', null);
    this.#watch = watchFolders(() => {
      this.#lists.clear();
      options.changed();
    });
  }

  /** All of them, for people, as they are now: also what is off, shadowed or broken. */
  list(workspace: string): ListedSkill[] {
    this.#lists.delete(workspace);
    return this.#current(workspace).list;
  }

  /** Those the model is told about. */
  usable(workspace: string): Skill[] {
    const { list, places } = this.#current(workspace);
    return list.flatMap(({ name, description, path, status }) => {
      const place = places.get(path);
      return place && (status === 'ok' || status === 'warning') ? { name, description, path, ...place } : [];
    });
  }

  /**
   * One the model may be given, by its name or by the part behind the slash where only one has it.
   * @throws `skill_unknown`, `skill_ambiguous`, `skill_invalid` when there is one that is not used, with the reason
   */
  find(workspace: string, name: string): Skill {
    try {
      return findSkill(this.usable(workspace), name);
    } catch (error) {
      const { list } = this.#current(workspace);
      const unused = list.filter(({ status }) => status === 'off' || status === 'skipped');
      const meant =
        unused.find((skill) => skill.name === name) ?? unused.find((skill) => shortName(skill) === name);
      if (!meant || toErrorInfo(error).code !== 'skill_unknown') throw error;
      const why =
        meant.status === 'off' ? 'it is switched off' : (meant.reasons[0]?.message ?? 'it is not used');
      throw new SecAgentError('skill_invalid', `${meant.name}: ${why}`, { name: meant.name });
    }
  }

  /**
   * @param path of its SKILL.md as the list has it, to tell skills of the same name apart; null: the one that wins
   * @throws `skill_unknown`, `skill_invalid`
   */
  show(workspace: string, name: string, path: string | null = null): ShownSkill {
    const { list, places } = this.#current(workspace);
    const full = findSkill(list, name).name;
    const called = list.filter((listed) => listed.name === full && (path === null || listed.path === path));
    const skill = called.find(({ status }) => status !== 'shadowed') ?? called[0];
    const place = skill && places.get(skill.path);
    if (!skill || !place) throw new SecAgentError('skill_unknown', `there is no skill "${name}"`, { name });
    const obstacle = skill.reasons.find(({ code }) => UNLOADABLE.has(code));
    if (obstacle) throw new SecAgentError('skill_invalid', obstacle.message, { name, rule: obstacle.code });
    return { ...skill, body: readSkillBody(place), files: listSkillFiles(place) };
  }

  /** Reads everything again, whatever is remembered. */
  reload(): void {
    this.#lists.clear();
    for (const folder of [this.#config, ...[...this.#workspaces.values()].flat()]) folder.forget();
    this.#options.changed();
  }

  /** Plugins or choices changed. */
  refresh(): void {
    this.#lists.clear();
  }

  dispose(): void {
    this.#watch.end();
  }

  #current(workspace: string) {
    const known = this.#lists.get(workspace);
    if (known && performance.now() - known.at < FRESH_MS) return known;
    const folders = this.#foldersOf(workspace);
    this.#watch.look([...folders, this.#config].flatMap((folder) => folder.watchable() ?? []));
    const found = once([...folders, this.#config].flatMap((folder) => folder.read()));
    const made = {
      at: performance.now(),
      ...decide(found, this.#options.fromPlugins(), this.#options.choices()),
    };
    this.#lists.set(workspace, made);
    return made;
  }

  #foldersOf(workspace: string): SkillFolder[] {
    let folders = this.#workspaces.get(workspace);
    if (!folders) {
      const at = (...parts: string[]) => new SkillFolder(join(workspace, ...parts), 'workspace', workspace);
      folders = [at('.agent', 'skills'), at('.claude', 'skills')];
      const [oldest] = this.#workspaces.keys();
      if (this.#workspaces.size >= MAX_WORKSPACES && oldest !== undefined) {
        this.#workspaces.delete(oldest);
        this.#lists.delete(oldest);
      }
      this.#workspaces.set(workspace, folders);
    }
    return folders;
  }
}

/** `.claude/skills` is often a link to `.agent/skills`: the same folder is the same skill, not a second one of its name. */
function once(found: FoundSkill[]): FoundSkill[] {
  const seen = new Set<string>();
  return found.filter(({ directory, name }) => {
    const key = `${directory}\n${name}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Who wins, who is off, who is broken. The first of a name wins. */
function decide(found: FoundSkill[], plugins: PluginSkill[], choices: SkillChoices) {
  const taken = new Map<string, string>();
  const places = new Map<string, Required<SkillPlace>>();
  const candidates = [
    ...found.map((skill) => ({ ...skill, pattern: null })),
    ...plugins.map((skill) => ({ ...skill, origin: skill.pluginId })),
  ];
  const list = candidates.map((skill): ListedSkill => {
    const { name, source, origin, directory, within, description, pattern, isSound } = skill;
    const path = join(directory, SKILL_FILE);
    const key = choiceKey({ source, name, path });
    const mayLoadAnyway = !isSound && !skill.reasons.some(({ code }) => UNLOADABLE.has(code));
    const loadAnyway = mayLoadAnyway && choices.loadAnyway.includes(key);
    const reasons = [...skill.reasons];
    let status: SkillStatus = 'ok';
    if (!isSound && !loadAnyway) status = 'skipped';
    else if (reasons.length > 0) status = 'warning';
    const winner = taken.get(name);
    if (status !== 'skipped' && winner !== undefined) {
      status = 'shadowed';
      reasons.push({
        code: 'skill_shadowed',
        message: `${winner} has a skill of this name, which is used instead`,
        clause: 'SecAgent',
      });
    } else if (status !== 'skipped') {
      taken.set(name, origin);
      if (choices.off.includes(key)) status = 'off';
    }
    places.set(path, { directory, within });
    return { name, source, origin, path, description, status, reasons, pattern, loadAnyway, mayLoadAnyway };
  });
  return { list, places };
}
