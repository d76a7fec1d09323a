import { SecAgentError } from '../../shared/errors';
import { isPlainObject } from '../../shared/json';
import type { OfferedTool } from '../models';
import { readSkill } from '../skills';
import { offeredName } from './tool-names';
import type { TurnContext } from './turn';

export const READ_SKILL = 'secagent__read_skill';
export const CALL_HIDDEN_TOOL = 'secagent__call_hidden_tool';

/** A call as the model made it, resolved to what it means. */
export interface ResolvedCall {
  /** real key, shown to the user (S9) */
  key: string;
  hidden: boolean;
  arguments: unknown;
  run(signal: AbortSignal): Promise<unknown>;
}

/** The tools of one request, and how to run what the model calls. */
export interface ToolBox {
  offered: OfferedTool[];
  /** never throws: a call that can't be resolved fails when it is run, so that it shows up as a card */
  resolve(name: string, input: unknown): ResolvedCall;
}

/** Tools of running plugins: visible ones by name, hidden ones behind `secagent__call_hidden_tool` (S12). */
export function openToolBox(context: TurnContext, sessionId: string): ToolBox {
  const tools = context.hosts.tools();
  const selected = context.selectedTools();
  const visible = tools.filter((tool) => !tool.hidden && (selected === null || selected.includes(tool.key)));
  const offered: OfferedTool[] = visible.map(({ key, description, inputSchema }) => ({
    name: offeredName(key),
    description,
    inputSchema,
  }));
  if (context.skills.usable().length > 0) offered.push(readSkillTool);
  if (tools.some((tool) => tool.hidden)) offered.push(callHiddenTool);
  const keyOf = new Map(visible.map((tool) => [offeredName(tool.key), tool.key]));

  return {
    offered,
    resolve(name, input) {
      if (name === READ_SKILL) {
        return {
          key: name,
          hidden: false,
          arguments: input,
          run: async () => readSkillCall(context, sessionId, input),
        };
      }
      if (name === CALL_HIDDEN_TOOL) return hiddenCall(context, selected, input);
      const key = keyOf.get(name);
      return {
        key: key ?? name,
        hidden: false,
        arguments: input,
        run: (signal) =>
          key === undefined
            ? Promise.reject(unknownTool(name))
            : context.hosts.callTool(key, input, signal, context.workspace),
      };
    },
  };
}

function hiddenCall(context: TurnContext, selected: string[] | null, input: unknown): ResolvedCall {
  const key = isPlainObject(input) && typeof input.name === 'string' ? input.name : '';
  const args = isPlainObject(input) ? (input.arguments ?? {}) : {};
  const tool = context.hosts.tools().find((candidate) => candidate.key === key);
  const callable = tool && (tool.hidden || selected === null || selected.includes(key));
  return {
    key: key || CALL_HIDDEN_TOOL,
    hidden: true,
    arguments: args,
    run: (signal) =>
      callable
        ? context.hosts.callTool(key, args, signal, context.workspace)
        : Promise.reject(unknownTool(key)),
  };
}

function readSkillCall(context: TurnContext, sessionId: string, input: unknown): unknown {
  const { name, file } = isPlainObject(input) ? input : {};
  if (typeof name !== 'string' || (file !== undefined && file !== null && typeof file !== 'string')) {
    throw new SecAgentError('tool_arguments_invalid', `${READ_SKILL} takes {name, file?}, both text`);
  }
  const answer = readSkill(context.skills.usable(), name, file ?? undefined);
  // S14: what the model has read itself is not loaded again.
  if (!file) context.sessions.markSkillSeen(sessionId, String(answer.name), 'read');
  return answer;
}

function unknownTool(name: string): SecAgentError {
  return new SecAgentError('tool_unknown', `there is no tool "${name}" now; its plugin may be off`, { name });
}

const readSkillTool: OfferedTool = {
  name: READ_SKILL,
  description: 'Reads a skill: its instructions and the list of its files, or one of those files.',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'Name from the list of skills, like plugin/folder.' },
      file: {
        type: 'string',
        description: 'A file of the skill, as listed. Leave out to read the skill itself.',
      },
    },
    required: ['name'],
    additionalProperties: false,
  },
};

const callHiddenTool: OfferedTool = {
  name: CALL_HIDDEN_TOOL,
  description: 'Calls a tool that a skill documents and that is not in this list.',
  inputSchema: {
    type: 'object',
    properties: {
      name: {
        type: 'string',
        description: 'Full key of the tool, as the skill gives it, like plugin__tool.',
      },
      arguments: { type: 'object', description: 'Arguments as the skill describes them.' },
    },
    required: ['name', 'arguments'],
    additionalProperties: false,
  },
};
