import { SecAgentError, toErrorInfo } from '../../shared/errors';
import { readSkillText } from '../skills';
import { newEntry } from './new-entry';
import { noteSkippedPlugins } from './skipped-plugins';
import type { TurnStep } from './turn';

/** Of one turn: a package full of matching skills must not fill the conversation and the database. */
const MAX_SKILLS = 8;
const MAX_CHARACTERS = 256 * 1024;

/**
 * Step 3: skills whose pattern matches this message are put right after it, whole, once per session and never
 * when the model has read them itself (S14). A broken skill is shown and stops nothing.
 */
export const loadSkills: TurnStep = async (turn, context) => {
  const { matches, failures } = await context.hosts.matchSkills(turn.text, context.signal);
  const busy = failures.filter(({ error }) => error.details?.busy === true);
  noteSkippedPlugins(turn, context, [...new Set(busy.map(({ pluginId }) => pluginId))]);
  for (const { skill, error } of failures) {
    if (error.details?.busy === true) continue;
    context.add(
      newEntry(turn.turnId, {
        kind: 'notice',
        code: 'skill_pattern_failed',
        values: { skill, reason: error.message },
      }),
    );
  }
  const seen = context.sessions.skillsSeen(turn.sessionId);
  const usable = new Set(context.skills.usable().map(({ name }) => name));
  const loaded: string[] = [];
  let characters = 0;
  for (const { skill, pattern, matched } of matches) {
    if (seen.has(skill.name) || !usable.has(skill.name)) continue;
    try {
      const text = readSkillText(skill);
      if (loaded.length >= MAX_SKILLS || characters + text.length > MAX_CHARACTERS) {
        throw new SecAgentError(
          'quota_exceeded',
          'too many skills match this message; read it by name instead',
        );
      }
      characters += text.length;
      context.add(
        newEntry(turn.turnId, { kind: 'skill', name: skill.name, path: skill.path, pattern, matched, text }),
      );
    } catch (error) {
      const reason = toErrorInfo(error).message;
      context.add(
        newEntry(turn.turnId, {
          kind: 'notice',
          code: 'skill_unreadable',
          values: { skill: skill.name, reason },
        }),
      );
      continue;
    }
    context.sessions.markSkillSeen(turn.sessionId, skill.name, 'loaded');
    seen.add(skill.name);
    loaded.push(skill.name);
  }
  return { ...turn, summary: { ...turn.summary, skillsLoaded: [...turn.summary.skillsLoaded, ...loaded] } };
};
