import { type ErrorInfo, toErrorInfo } from '../../shared/errors';
import type { Deadlines } from '../../shared/host-contract';
import type { Generation } from './generation';
import { readInfo } from './host-messages';
import type { PluginPackage, PromptText, SkillFailure, SkillMatch } from './types';

/** A plugin that is running. */
export interface Target {
  plugin: PluginPackage;
  generation: Generation;
}

/** Which of the plugin's skills have a pattern that matches (S14). */
export async function matchSkills(
  { plugin, generation }: Target,
  text: string,
  deadlines: Deadlines,
): Promise<{ matches: SkillMatch[]; failures: SkillFailure[] }> {
  const skills = generation.registry.skills.filter(({ pattern }) => pattern !== null);
  if (skills.length === 0) return { matches: [], failures: [] };
  const byFolder = new Map(skills.map((skill) => [skill.name.slice(plugin.id.length + 1), skill]));
  const failed = (skill: string, error: ErrorInfo): SkillFailure => ({ pluginId: plugin.id, skill, error });
  const patienceMs = generation.patience.ms();
  const params = { text, skills: [...byFolder.keys()], patienceMs };
  try {
    const answer = await generation.request('matchSkills', params, deadlines.pattern * 4 + patienceMs);
    const failures = answer.failures.map(({ name, error }) =>
      failed(`${plugin.id}/${name}`, readInfo(error)),
    );
    generation.patience.learn(failures.map(({ error }) => error));
    const matches = answer.matches.flatMap(({ skill: folder, matched }): SkillMatch[] => {
      const skill = byFolder.get(folder);
      return skill ? [{ skill, pattern: skill.pattern ?? '', matched }] : [];
    });
    return { matches, failures };
  } catch (error) {
    const info = toErrorInfo(error);
    generation.patience.learn([info]);
    return { matches: [], failures: skills.map(({ name }) => failed(name, info)) };
  }
}

/** What the plugin's prompts say now (S16). */
export async function evaluatePrompts(
  { plugin, generation }: Target,
  deadlines: Deadlines,
): Promise<PromptText[]> {
  const prompts = generation.registry.prompts.map(({ name }) => name);
  if (prompts.length === 0) return [];
  const patienceMs = generation.patience.ms();
  try {
    // Together they get two deadlines; the last may begin just before the end.
    const limit = deadlines.prompt * 3 + patienceMs;
    const answer = await generation.request('evaluatePrompts', { prompts, patienceMs }, limit);
    const texts = answer.map(
      ({ name, text, error }): PromptText =>
        error
          ? { pluginId: plugin.id, name, error: readInfo(error) }
          : { pluginId: plugin.id, name, text: text ?? '' },
    );
    generation.patience.learn(texts.flatMap(({ error }) => error ?? []));
    return texts;
  } catch (error) {
    const info = toErrorInfo(error);
    generation.patience.learn([info]);
    return prompts.map((name) => ({ pluginId: plugin.id, name, error: info }));
  }
}
