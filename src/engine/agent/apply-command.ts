import { toErrorInfo } from '../../shared/errors';
import { readSkillText } from '../skills';
import { newEntry } from './new-entry';
import type { Turn, TurnContext, TurnStep } from './turn';

/**
 * Step 0: what begins with a slash and is one of the commands (H3, H9). `/skill <name> <text>` puts a skill's text beside the message,
 * `/skills reload` reads all skills again. Anything else with a slash is a message like any other.
 */
export const applyCommand: TurnStep = async (turn, context) => {
  const skill = /^\/skill\s+(\S+)(?:\s+([\s\S]*))?$/.exec(turn.text);
  if (skill) return loadSkill(turn, context, skill[1] ?? '', skill[2]?.trim() ?? '');
  if (/^\/skills(?:\s+reload)?\s*$/.test(turn.text)) return reloadSkills(turn, context);
  return turn;
};

/** The skill stays in the conversation, like one that loaded by itself; the rest of the line is what rules and plugins see. */
async function loadSkill(turn: Turn, context: TurnContext, name: string, rest: string): Promise<Turn> {
  const { turnId, sessionId } = turn;
  try {
    const skill = context.skills.find(name);
    const text = readSkillText(skill);
    const matched = `/skill ${name}`;
    context.add(
      newEntry(turnId, { kind: 'skill', name: skill.name, path: skill.path, pattern: '', matched, text }),
    );
    context.sessions.markSkillSeen(sessionId, skill.name, 'loaded');
    return { ...turn, text: rest || turn.text, summary: { ...turn.summary, skillsLoaded: [skill.name] } };
  } catch (error) {
    const { code, message } = toErrorInfo(error);
    const values = { skill: name, reason: message, code };
    context.add(newEntry(turnId, { kind: 'notice', code: 'skill_unreadable', values }));
    // Without more to say there is nothing to ask a model either.
    return rest ? { ...turn, text: rest } : { ...turn, answer: { text: '', status: 'done' } };
  }
}

async function reloadSkills(turn: Turn, context: TurnContext): Promise<Turn> {
  const { usable, broken } = context.skills.reload();
  const values = { usable: String(usable), broken: String(broken) };
  context.add(newEntry(turn.turnId, { kind: 'notice', code: 'skills_reloaded', values }));
  return { ...turn, answer: { text: '', status: 'done' } };
}
