import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { plainDialect } from '../dialects';
import type { ChosenModel } from '../model';
import { type DemoReply, explainResult, explainSetup, missingArguments } from './demo-texts';
import { fillArguments } from './fill-arguments';
import { pickTool } from './pick-tool';

/**
 * The built-in model (S25): deterministic, offline, says that it is a demo. It picks a visible tool by name and
 * description, fills the arguments it finds in the message, and otherwise explains how to connect a real model.
 */
export const demoModel: ChosenModel = {
  info: { id: 'demo', label: 'Demo', demo: true },
  load: async () => ({ model, dialect: plainDialect, parameters: {} }),
};

const model: LanguageModelV4 = {
  specificationVersion: 'v4',
  provider: 'secagent',
  modelId: 'demo',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('the demo model only streams')),
  doStream: async (options) => ({ stream: stream(reply(options), options.abortSignal) }),
};

function reply(options: LanguageModelV4CallOptions): DemoReply {
  const question = lastUserText(options.prompt);
  const chinese = /\p{Script=Han}/u.test(question);
  const answered = toolResults(options.prompt);
  if (answered.length > 0) return explainResult(answered, chinese);

  const tools = (options.tools ?? []).filter(
    (tool): tool is LanguageModelV4FunctionTool =>
      tool.type === 'function' && !tool.name.startsWith('secagent__'),
  );
  const tool = pickTool(tools, question);
  if (!tool) return explainSetup(tools, chinese);
  const { args, missing } = fillArguments(tool.inputSchema as Record<string, unknown>, question);
  if (missing.length > 0) return missingArguments(tool.name, missing, chinese);
  return {
    text: chinese ? '（演示模型）我来调用一个工具。' : '(Demo model) I will call a tool.',
    call: { name: tool.name, args },
  };
}

function lastUserText(prompt: LanguageModelV4Prompt): string {
  const message = prompt.findLast((candidate) => candidate.role === 'user');
  if (message?.role !== 'user') return '';
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

/** Results of tools called since the user's last message. */
function toolResults(prompt: LanguageModelV4Prompt): { name: string; output: string }[] {
  const start = prompt.findLastIndex((message) => message.role === 'user');
  return prompt
    .slice(start + 1)
    .flatMap((message) =>
      message.role === 'tool'
        ? message.content.flatMap((part) =>
            part.type === 'tool-result' ? [{ name: part.toolName, output: outputText(part.output) }] : [],
          )
        : [],
    );
}

function outputText(output: { type: string; value?: unknown }): string {
  return typeof output.value === 'string' ? output.value : JSON.stringify(output.value ?? null, null, 2);
}

const CHUNK_CHARACTERS = 6;
const CHUNK_PAUSE_MS = 12;

function stream(
  reply: DemoReply,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> {
  const parts = streamParts(reply);
  return new ReadableStream({
    async pull(controller) {
      if (signal?.aborted) return controller.error(signal.reason);
      const part = parts.shift();
      if (!part) return controller.close();
      // A pace at which people see that it streams.
      if (part.type === 'text-delta') await new Promise((resolve) => setTimeout(resolve, CHUNK_PAUSE_MS));
      controller.enqueue(part);
    },
  });
}

function streamParts(reply: DemoReply): LanguageModelV4StreamPart[] {
  const characters = [...reply.text];
  const parts: LanguageModelV4StreamPart[] = [
    { type: 'stream-start', warnings: [] },
    { type: 'text-start', id: 'text' },
  ];
  for (let at = 0; at < characters.length; at += CHUNK_CHARACTERS) {
    parts.push({
      type: 'text-delta',
      id: 'text',
      delta: characters.slice(at, at + CHUNK_CHARACTERS).join(''),
    });
  }
  parts.push({ type: 'text-end', id: 'text' });
  if (reply.call) {
    const toolCallId = `demo-${reply.call.name}`;
    parts.push({
      type: 'tool-call',
      toolCallId,
      toolName: reply.call.name,
      input: JSON.stringify(reply.call.args),
    });
  }
  parts.push({
    type: 'finish',
    finishReason: { unified: reply.call ? 'tool-calls' : 'stop', raw: undefined },
    usage: {
      inputTokens: { total: 0, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: 0, text: undefined, reasoning: undefined },
    },
  });
  return parts;
}
