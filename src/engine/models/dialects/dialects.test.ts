import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelMessage } from 'ai';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { startDialectServer } from '../../../../fixtures/dialect-server';
import { wireDialects } from '../../../../fixtures/dialects';
import { modelsWith } from '../../../../fixtures/models';
import { startProxyServer } from '../../../../fixtures/proxy-server';
import type { Reasoning } from '../../../shared/settings';
import { streamStep } from '..';
import { adaptMessages, isContextFull, plainDialect } from '.';

const chat = wireDialects.find(({ kind }) => kind === 'openai-compatible') as (typeof wireDialects)[number];

describe('how much a model thinks, as each service calls it (S25)', () => {
  /** The body a service of this name receives: the proxy leads every name to this computer. */
  async function bodyAt(hostname: string, reasoning: Reasoning | undefined) {
    const server = await startDialectServer(chat);
    const proxy = await startProxyServer();
    onTestFinished(async () => void (await Promise.all([server.close(), proxy.close()])));
    const baseUrl = server.baseUrl.replace('127.0.0.1', hostname);
    const provider = {
      id: 'p',
      kind: 'openai-compatible' as const,
      name: 'P',
      baseUrl,
      models: [{ id: 'm' }],
    };
    const models = modelsWith({
      env: { HTTP_PROXY: proxy.url },
      models: { providers: [provider], default: 'p:m', title: null },
      secrets: { get: async () => 'k' },
    });
    const model = await models.choose().load();
    const messages = [{ role: 'user' as const, content: 'x' }];
    const signal = new AbortController().signal;
    await streamStep({ model, instructions: 'x', messages, tools: [], reasoning, signal }, () => undefined);
    const {
      messages: _,
      model: __,
      stream: ___,
      stream_options: ____,
      ...rest
    } = server.requests[0]?.body ?? {};
    return rest;
  }

  test.each<[string, Reasoning | undefined, object]>([
    ['dashscope.aliyuncs.com', 'none', { enable_thinking: false }],
    ['api.siliconflow.cn', 'high', { enable_thinking: true }],
    ['open.bigmodel.cn', 'none', { thinking: { type: 'disabled' } }],
    ['api.moonshot.cn', 'low', { thinking: { type: 'enabled' } }],
    ['ark.cn-beijing.volces.com', undefined, {}],
    ['models.school.test', 'medium', { reasoning_effort: 'medium' }],
    ['not-bigmodel.cn.test', 'none', { reasoning_effort: 'none' }],
  ])('%s, %s', async (hostname, reasoning, body) => {
    expect(await bodyAt(hostname, reasoning)).toEqual(body);
  });
});

/** What vLLM says with a template that knows one system message only. */
const templateRefusal = {
  object: 'error',
  message: 'System message must be at the beginning.',
  type: 'BadRequestError',
  code: 400,
};

describe('messages', () => {
  it('a server that refuses system messages in between gets them labelled', async () => {
    const roles: string[][] = [];
    const server = createServer(async (request, response) => {
      const { messages } = JSON.parse((await request.toArray()).join('')) as { messages: { role: string }[] };
      roles.push(messages.map(({ role }) => role));
      if (messages.slice(1).some(({ role }) => role === 'system')) {
        response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(templateRefusal));
      } else {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(chat.stream({ text: 'fine' }).join(''));
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const model = await modelsWith().choose({ baseUrl, model: 'm' }).load();
    const messages: ModelMessage[] = [{ role: 'user', content: 'x' }, note];
    let text = '';
    const signal = new AbortController().signal;
    await streamStep({ model, instructions: 'x', messages, tools: [], signal }, (part) => {
      if (part.type === 'text') text += part.text;
    });
    expect({ text, roles }).toEqual({
      text: 'fine',
      roles: [
        ['system', 'user', 'system'],
        ['system', 'user'],
      ],
    });
  });

  const note = { role: 'system' as const, content: 'note' };
  const labelled = { type: 'text', text: expect.stringContaining('note') };
  const adapt = (messages: ModelMessage[]) =>
    adaptMessages(messages, { ...plainDialect, systemMessages: 'labelled' });

  it('a labelled note joins the user message before it, or stands alone', () => {
    expect(adapt([{ role: 'user', content: 'x' }, note, note])).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'x' }, labelled, labelled] },
    ]);
    expect(adapt([{ role: 'assistant', content: 'x' }, note])).toEqual([
      { role: 'assistant', content: 'x' },
      { role: 'user', content: [labelled] },
    ]);
  });
});

describe('a conversation that is too long', () => {
  test.each([
    "This model's maximum context length is 65536 tokens. However, you requested 70000 tokens",
    'prompt is too long: 208310 tokens > 200000 maximum',
    'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    'Range of input length should be [1, 129024]',
    'Invalid request: Your request exceeded model token limit: 8192',
    'Prompt 超长',
    'the request exceeds the available context size. try increasing the context size',
    'Total tokens of image and text exceed max message tokens.',
    'length of prompt_tokens (40000) must be less than max_seq_len (32768).',
  ])('%s', (sentence) => {
    expect(isContextFull(sentence)).toBe(true);
  });

  test.each([
    'Rate limit reached',
    'Invalid API key',
    "Unsupported value: 'temperature'",
    'max_tokens is too large',
  ])('not: %s', (sentence) => {
    expect(isContextFull(sentence)).toBe(false);
  });
});
