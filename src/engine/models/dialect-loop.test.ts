import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type DialectServer, startDialectServer } from '../../../fixtures/dialect-server';
import { type WireDialect, wireDialects } from '../../../fixtures/dialects';
import { install, send, startEngine } from '../../../fixtures/engine';
import { nativePackage } from '../../../fixtures/zip';

const KEY = 'sk-very-secret-key-1';
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const library = nativePackage({
  manifest: { id: 'library', name: '图书', permissions: ['agent.tools', 'agent.rules'] },
  main: `export function activate(api) {
    const inputSchema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
    api.registerTool({ name: 'find', description: 'Finds a book', hidden: false, inputSchema }, ({ title }) => ({ shelf: title.length }));
    api.registerTool({ name: 'lend', description: 'Lends a book', hidden: false, inputSchema }, () => { throw new Error('already lent'); });
    api.registerRule('context', /library/, () => ({ kind: 'llm', systemMessage: 'Shelves are numbered.' }));
  }`,
});

async function start(dialect: WireDialect) {
  const server = await startDialectServer(dialect);
  onTestFinished(() => server.close());
  const engine = startEngine({
    secrets: { get: async (origin) => (origin === server.origin ? KEY : null) },
  });
  const { kind, model } = dialect;
  const models = [{ id: model, reasoning: 'low', parameters: { maxOutputTokens: 3000 } }];
  const providers = [{ id: 'school', kind, name: 'School', baseUrl: server.baseUrl, models }];
  const file = join(engine.directories.config, 'settings.json');
  writeFileSync(file, JSON.stringify({ models: { providers, default: `school:${model}` } }));
  return { server, engine };
}

/** A turn with everything: a picture before it, a rule's system message, thoughts, two calls, and an answer. */
async function wholeLoop(dialect: WireDialect) {
  const { server, engine } = await start(dialect);
  await install(engine, library);
  const { id } = engine.sessions.create();
  const images = [{ type: 'image' as const, mediaType: 'image/png', data: PIXEL }];
  engine.sessions.save(id, { id: 'u0', turnId: 't0', createdAt: 1, kind: 'user', text: 'a cover', images });
  server.script(
    {
      reasoning: '先想一想 first',
      text: '我来查 looking',
      toolCalls: [
        { name: 'library__find', arguments: { title: '西游记' } },
        { name: 'library__lend', arguments: { title: 'Emma' } },
      ],
    },
    { reasoning: 'again', text: '在第三架' },
    { text: '不客气' },
  );
  const first = await send(engine, 'the library, please', id);
  const second = await send(engine, '谢谢', id);
  return { server, engine, first, second };
}

const expectedPath: Record<string, RegExp> = {
  openai: /^\/v1\/responses$/,
  anthropic: /^\/v1\/messages$/,
  google: /^\/v1beta\/models\/gemini-3-pro-preview:streamGenerateContent\?alt=sse$/,
  deepseek: /^\/chat\/completions$/,
};
const expectedHeader: Record<string, [string, string]> = {
  anthropic: ['x-api-key', KEY],
  google: ['x-goog-api-key', KEY],
};

describe.each(wireDialects.map((dialect) => [dialect.kind, dialect] as const))('%s', (kind, dialect) => {
  it('runs the whole loop: picture, thoughts, two calls at once, results, usage (S24, S25)', async () => {
    const { server, engine, first, second } = await wholeLoop(dialect);
    expect(first).toMatchObject({
      status: 'done',
      reply: '在第三架',
      turn: {
        toolCalls: [
          { key: 'library__find', arguments: { title: '西游记' }, result: { shelf: 3 } },
          { key: 'library__lend', arguments: { title: 'Emma' }, error: { code: 'tool_failed' } },
        ],
        modelRequests: 2,
        usage: { inputTokens: 20, outputTokens: 10 },
      },
    });
    expect(second).toMatchObject({ status: 'done', reply: '不客气' });
    expect(server.requests).toHaveLength(3);
    const [header, value] = expectedHeader[kind] ?? ['authorization', `Bearer ${KEY}`];
    for (const { path, headers } of server.requests) {
      expect(path).toMatch(expectedPath[kind] ?? /^\/v1\/chat\/completions$/);
      expect(headers[header]).toBe(value);
    }
    const thinks = kind !== 'openai-chat';
    const shown = engine.sessions.show(first.sessionId).entries.filter((entry) => entry.kind === 'assistant');
    expect(shown[0]?.parts.map((part) => part.type)).toEqual([
      ...(thinks ? ['reasoning'] : []),
      'text',
      'tool',
      'tool',
    ]);
    if (thinks) expect(shown[0]?.parts[0]).toEqual({ type: 'reasoning', text: '先想一想 first' });
    // What only the provider can read is neither shown nor exported.
    expect(JSON.stringify([shown, first.events])).not.toMatch(
      /EqQBsigned|EmwKhidden|CsEBsigned|gAAAA|"provider"/,
    );
    checkBodies[kind]?.(server);
  });
});

type Body = DialectServer['requests'][number]['body'];
const bodies = (server: DialectServer): Body[] => server.requests.map(({ body }) => body);
const result = '{"shelf":3}';
const failure = expect.stringContaining('already lent');
const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } };

/** The messages of Chat Completions, for all who speak it; `thought` is what they want back of the reasoning. */
function checkChat(server: DialectServer, thoughts: (string | undefined)[]): void {
  const [one, two, three] = bodies(server);
  expect(one.stream).toBe(true);
  expect(one.messages.slice(1)).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'a cover' }, image] },
    { role: 'user', content: 'the library, please' },
    { role: one.messages[0].role, content: 'Shelves are numbered.' },
  ]);
  const call = (id: string, name: string, args: object) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  });
  expect(two.messages.slice(4)).toMatchObject([
    {
      role: 'assistant',
      content: '我来查 looking',
      tool_calls: [
        call('call_1', 'library__find', { title: '西游记' }),
        call('call_2', 'library__lend', { title: 'Emma' }),
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', content: result },
    { role: 'tool', tool_call_id: 'call_2', content: failure },
  ]);
  expect(two.messages[4].reasoning_content).toBe(thoughts[0]);
  // The rule's message belongs to its own turn.
  expect(three.messages.slice(1).map((message: Body) => message.role)).toEqual([
    'user',
    'user',
    'assistant',
    'tool',
    'tool',
    'assistant',
    'user',
  ]);
  expect(three.messages[3].reasoning_content).toBe(thoughts[1]);
}

const checkBodies: Record<string, (server: DialectServer) => void> = {
  openai(server) {
    const [one, two, three] = bodies(server);
    expect(one).toMatchObject({
      model: 'gpt-5.1',
      store: false,
      stream: true,
      max_output_tokens: 3000,
      include: ['reasoning.encrypted_content'],
      reasoning: { effort: 'low', summary: 'auto' },
    });
    expect(one.input.slice(1)).toEqual([
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'a cover' },
          { type: 'input_image', image_url: `data:image/png;base64,${PIXEL}` },
        ],
      },
      { role: 'user', content: [{ type: 'input_text', text: 'the library, please' }] },
      { role: 'developer', content: 'Shelves are numbered.' },
    ]);
    expect(one.tools.map((tool: Body) => tool.name)).toEqual(['library__find', 'library__lend']);
    const answered = [
      {
        type: 'reasoning',
        encrypted_content: 'gAAAAencrypted',
        summary: [{ type: 'summary_text', text: '先想一想 first' }],
      },
      { role: 'assistant', content: '我来查 looking' },
      { type: 'function_call', call_id: 'call_1', name: 'library__find', arguments: '{"title":"西游记"}' },
      { type: 'function_call', call_id: 'call_2', name: 'library__lend', arguments: '{"title":"Emma"}' },
      { type: 'function_call_output', call_id: 'call_1', output: result },
      { type: 'function_call_output', call_id: 'call_2', output: failure },
    ];
    expect(two.input.slice(4)).toMatchObject(answered);
    expect(three.input.slice(3, 9)).toMatchObject(answered);
  },
  'openai-chat'(server) {
    checkChat(server, [undefined, undefined]);
  },
  'openai-compatible'(server) {
    expect(bodies(server)[0]).toMatchObject({
      reasoning_effort: 'low',
      max_tokens: 3000,
      stream_options: { include_usage: true },
    });
    checkChat(server, ['先想一想 first', undefined]);
  },
  deepseek(server) {
    expect(bodies(server)[0]).toMatchObject({
      thinking: { type: 'enabled' },
      reasoning_effort: 'low',
      max_tokens: 3000,
    });
    checkChat(server, ['先想一想 first', '先想一想 first']);
  },
  ollama(server) {
    checkChat(server, ['先想一想 first', undefined]);
  },
  anthropic(server) {
    const [one, two, three] = bodies(server);
    expect(one).toMatchObject({ stream: true, thinking: { type: 'enabled' } });
    expect(one.tools.map((tool: Body) => tool.name)).toEqual(['library__find', 'library__lend']);
    // A service at another address: labelled, since only Anthropic itself takes system messages here.
    expect(one.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a cover' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
          { type: 'text', text: 'the library, please' },
          { type: 'text', text: expect.stringMatching(/not from the user:\n\nShelves are numbered\./) },
        ],
      },
    ]);
    const answered = [
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: '先想一想 first', signature: 'EqQBsigned' },
          { type: 'redacted_thinking', data: 'EmwKhidden' },
          { type: 'text', text: '我来查 looking' },
          { type: 'tool_use', id: 'toolu_1', name: 'library__find', input: { title: '西游记' } },
          { type: 'tool_use', id: 'toolu_2', name: 'library__lend', input: { title: 'Emma' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: result },
          { type: 'tool_result', tool_use_id: 'toolu_2', content: failure, is_error: true },
        ],
      },
    ];
    expect(two.messages.slice(1)).toMatchObject(answered);
    expect(three.messages.slice(1, 3)).toMatchObject(answered);
    expect(three.messages).toHaveLength(5);
  },
  google(server) {
    const [one, two, three] = bodies(server);
    expect(one.generationConfig).toMatchObject({
      maxOutputTokens: 3000,
      thinkingConfig: { thinkingLevel: 'low', includeThoughts: true },
    });
    expect(one.tools[0].functionDeclarations.map((tool: Body) => tool.name)).toEqual([
      'library__find',
      'library__lend',
    ]);
    expect(one.contents).toEqual([
      { role: 'user', parts: [{ text: 'a cover' }, { inlineData: { mimeType: 'image/png', data: PIXEL } }] },
      {
        role: 'user',
        parts: [
          { text: 'the library, please' },
          { text: expect.stringMatching(/not from the user:\n\nShelves are numbered\./) },
        ],
      },
    ]);
    const answered = [
      {
        role: 'model',
        parts: [
          { text: '我来查 looking' },
          {
            functionCall: { name: 'library__find', args: { title: '西游记' } },
            thoughtSignature: 'CsEBsigned',
          },
          { functionCall: { name: 'library__lend', args: { title: 'Emma' } } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'library__find', response: { content: result } } },
          { functionResponse: { name: 'library__lend', response: expect.anything() } },
        ],
      },
    ];
    expect(two.contents.slice(2)).toMatchObject(answered);
    expect(two.contents[2].parts[2].thoughtSignature).toBeUndefined();
    expect(three.contents.slice(2, 4)).toMatchObject(answered);
  },
};
