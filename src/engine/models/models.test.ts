import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { createNetworkFetch } from '../network';
import {
  environmentSecrets,
  type ModelChoice,
  type OfferedTool,
  openModels,
  type StepPart,
  streamStep,
} from '.';
import type { LoadedModel } from './model';

const tools: OfferedTool[] = [
  {
    name: 'library__list',
    description: '列出全班图书 List the library of all students',
    inputSchema: { type: 'object', properties: {} },
  },
  {
    name: 'weather__today',
    description: 'Weather of a city',
    inputSchema: {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer' } },
      required: ['city'],
    },
  },
];

function chooseModel(choice: ModelChoice, env: NodeJS.ProcessEnv) {
  const network = { proxy: { mode: 'none' }, systemCertificates: false } as const;
  return openModels({
    settings: () => ({ providers: [], default: null, title: null }),
    env,
    secrets: environmentSecrets(env, choice),
    fetch: createNetworkFetch({ settings: () => network, env }),
  }).choose(choice);
}

async function ask(model: LoadedModel, text: string, offered = tools, signal = new AbortController().signal) {
  const parts: StepPart[] = [];
  const messages = [{ role: 'user' as const, content: text }];
  const end = await streamStep(
    { model, instructions: 'x', messages, tools: offered, signal, backoffMs: 10 },
    (part) => parts.push(part),
  );
  const reply = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { parts, reply, end, calls: parts.filter((part) => part.type === 'tool-call') };
}

describe('the demo model (S25)', () => {
  const demo = () => chooseModel({}, {}).load();

  it('streams, says what it is, and explains how to connect a real model', async () => {
    const { parts, reply } = await ask(await demo(), '你好');
    expect(parts.length).toBeGreaterThan(5);
    expect(reply).toContain('演示模型');
    expect(reply).toContain('SECAGENT_BASE_URL');
    expect((await ask(await demo(), 'hello')).reply).toContain('demo model');
  });

  it('picks a visible tool by its description and fills in what the message says', async () => {
    expect((await ask(await demo(), '全班的图书')).calls).toMatchObject([
      { name: 'library__list', input: {} },
    ]);
    const { calls } = await ask(await demo(), 'weather in “Beijing” for 3 days');
    expect(calls).toMatchObject([{ name: 'weather__today', input: { city: 'Beijing', days: 3 } }]);
  });

  it('says which argument is missing instead of guessing', async () => {
    const { calls, reply } = await ask(await demo(), 'what is the weather?');
    expect(calls).toEqual([]);
    expect(reply).toContain('`city`');
  });

  it("is deterministic and never calls the host's own tools", async () => {
    const own = [
      { name: 'secagent__read_skill', description: 'reads a skill', inputSchema: { type: 'object' } },
    ];
    const first = await ask(await demo(), 'read a skill', own);
    expect(first.calls).toEqual([]);
    expect((await ask(await demo(), 'read a skill', own)).reply).toBe(first.reply);
  });
});

describe('errors of a model server', () => {
  async function against(
    answer: (response: import('node:http').ServerResponse) => void,
  ): Promise<LoadedModel> {
    const server = createServer((_, response) => answer(response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    return chooseModel(
      { baseUrl: `http://127.0.0.1:${port}/v1`, model: 'm' },
      { SECAGENT_API_KEY: 'sk-very-secret' },
    ).load();
  }

  test.each([
    [401, 'model_key_rejected'],
    [402, 'model_quota'],
    [404, 'model_unknown'],
    [400, 'model_failed'],
  ])('status %d → %s, and no key in the sentence', async (status, code) => {
    const model = await against((response) => response.writeHead(status).end('{"error":{"message":"no"}}'));
    const error = await ask(model, 'x').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code });
    expect(JSON.stringify(error) + String((error as Error).message)).not.toContain('sk-very-secret');
  });

  it('a stream that is cut off, or that is no JSON, fails', async () => {
    const start = (response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"id":"1","choices":[{"index":0,"delta":{"content":"hel"}}]}\n\n');
    };
    const cut = await against((response) => {
      start(response);
      setImmediate(() => response.destroy());
    });
    await expect(ask(cut, 'x')).rejects.toMatchObject({ code: 'model_stream_cut' });
    const garbage = await against((response) => {
      start(response);
      response.end('data: {nonsense\n\n');
    });
    await expect(ask(garbage, 'x')).rejects.toMatchObject({ code: expect.stringMatching(/^model_/) });
  });

  it('an abort is a stop', async () => {
    const controller = new AbortController();
    const model = await against(() => controller.abort());
    await expect(ask(model, 'x', [], controller.signal)).rejects.toMatchObject({ code: 'stopped' });
  });
});
