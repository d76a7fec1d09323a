import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { withPlugin } from '../../../fixtures/test-plugins';
import { frameTransport, hostFrameLimits } from '../../rpc';
import { SecAgentError } from '../../shared/errors';
import { engineMethods, engineNotices, hostMethods } from '../../shared/host-contract';
import { checkNotice, checkRequest, checkResult, HostViolation, readHostError } from './host-messages';

/** of each direction */
const VALUES = 10_000;
const AT_ONCE = 16;
const FORBIDDEN = /"(?:__proto__|constructor|prototype)":/;

let plugin: Awaited<ReturnType<typeof withPlugin>>;
beforeAll(async () => {
  plugin = await withPlugin(`
    api.registerTool({ name: 'echo', description: '', inputSchema: {} }, ({ value }) => ({ value }));
    const make = (code) => (0, eval)('(' + code + ')');
    api.registerTool({ name: 'give', description: '', inputSchema: {} }, ({ code }) => make(code));
    api.registerTool({ name: 'throw_it', description: '', inputSchema: {} }, ({ code }) => { throw make(code); });
    api.registerPrompt('text', () => globalThis.text);
    api.registerRule('all', /^[^]*$/, (input, match) => ({ kind: 'reply', message: match[0] }));
    api.registerTool({ name: 'set_text', description: '', inputSchema: {} }, ({ text }) => void (globalThis.text = text));
    api.registerTool({ name: 'configure', description: '', inputSchema: {} }, async ({ value }) => { await api.setConfig({ value }); return api.getConfig(); });`);
  return () => plugin.dispose();
}, 30_000);

/** Runs `VALUES` values of an arbitrary, some at a time: a plugin may be asked several things at once. */
async function each<T>(
  arbitrary: fc.Arbitrary<T>,
  check: (value: T) => Promise<void>,
  runs = VALUES,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitrary, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (values) => {
      await Promise.all(values.map(check));
    }),
    { numRuns: Math.ceil(runs / AT_ONCE), endOnFailure: false },
  );
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(plugin.hosts.status('p')).toMatchObject({ state: 'ready', stats: { restarts: 0 } });
}

const json = fc.jsonValue({ maxDepth: 6 });
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string());
const wellFormed = (value: string) => value.toWellFormed();

test(
  'security/1-bridge: 10,000 JSON values cross into the plugin and back unchanged, or are refused for their keys',
  { timeout: 120_000 },
  () =>
    each(json, async (value) => {
      const answer = await plugin.hosts.callTool('p__echo', { value }).catch((error) => error.code);
      if (FORBIDDEN.test(JSON.stringify(value))) expect(answer).toBe('tool_arguments_invalid');
      else expect(answer).toEqual({ value: JSON.parse(JSON.stringify(value)) });
    }),
);

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withObjectString: true,
  withSparseArray: true,
  withTypedArray: true,
});

test(
  'security/1-bridge: 10,000 values of every kind out of the plugin arrive as JSON has them, or as an error',
  { timeout: 120_000 },
  () =>
    each(anything, async (value) => {
      const code = fc.stringify(value);
      const answer = await plugin.hosts.callTool('p__give', { code }).catch((error) => error);
      if (answer instanceof Error) {
        expect(answer).toMatchObject({
          code: expect.stringMatching(/^(?:tool_result_invalid|tool_failed)$/),
        });
      } else expect(FORBIDDEN.test(JSON.stringify(answer))).toBe(false);
    }),
);

test('security/1-bridge: 10,000 thrown values become errors of a known code', { timeout: 120_000 }, () =>
  each(anything, async (value) => {
    const thrown: SecAgentError = await plugin.hosts
      .callTool('p__throw_it', { code: fc.stringify(value) })
      .then(
        () => Promise.reject(new Error('did not throw')),
        (error) => error,
      );
    expect(thrown).toBeInstanceOf(SecAgentError);
    expect(thrown.message.length).toBeLessThanOrEqual(16_384);
  }),
);

test('10,000 texts reach rules and come back, whole and in any script', { timeout: 120_000 }, () =>
  each(text, async (value) => {
    expect(await plugin.hosts.runRules(value)).toMatchObject({ kind: 'reply', message: wellFormed(value) });
  }),
);

test('texts of prompts and configurations cross as they are', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.jsonValue({ maxDepth: 3 }), async (value, config) => {
      await plugin.hosts.callTool('p__set_text', { text: value });
      expect(await plugin.hosts.evaluatePrompts()).toMatchObject([{ text: wellFormed(value) }]);
      if (FORBIDDEN.test(JSON.stringify(config)) || JSON.stringify(config).length > 60_000) return;
      const kept = await plugin.hosts
        .callTool('p__configure', { value: config })
        .catch((error) => error.code);
      if (kept !== 'quota_exceeded') expect(kept).toEqual({ value: JSON.parse(JSON.stringify(config)) });
    }),
    { numRuns: 500 },
  );
});

test('security/14-process: 10,000 answers, requests, notices and errors of a process are taken or break it off', () => {
  const methods = <T extends object>(table: T) =>
    fc.constantFrom(...(Object.keys(table) as (keyof T & string)[]), 'toString', '__proto__');
  const value = fc.oneof(
    fc.anything(),
    fc.jsonValue(),
    fc.dictionary(
      fc.constantFrom(
        'name',
        'value',
        'text',
        'match',
        'failures',
        'folder',
        'pattern',
        'kind',
        'code',
        'message',
        '__proto__',
      ),
      fc.anything(),
    ),
  );
  const refusedOnly = (check: () => unknown) => {
    try {
      check();
    } catch (error) {
      expect(error).toBeInstanceOf(HostViolation);
    }
  };
  fc.assert(
    fc.property(
      methods(hostMethods),
      methods(engineMethods),
      methods(engineNotices),
      value,
      fc.nat(2e6),
      (asked, request, notice, params, bytes) => {
        if (Object.hasOwn(hostMethods, asked))
          refusedOnly(() => checkResult(asked as keyof typeof hostMethods, params));
        refusedOnly(() => checkRequest(request, params));
        refusedOnly(() => checkNotice(notice, params, bytes));
        expect(readHostError(params)).toBeInstanceOf(Error);
      },
    ),
    { numRuns: VALUES },
  );
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('security/14-frames: 10,000 pieces of bytes are frames, or end the connection', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 64 }),
    fc.tuple(fc.nat(40), fc.nat(40), fc.string({ maxLength: 80 })).map(([json, attached, rest]) => {
      const header = Buffer.alloc(8);
      header.writeUInt32LE(json, 0);
      header.writeUInt32LE(attached, 4);
      return Buffer.concat([header, Buffer.from(rest)]);
    }),
  );
  await fc.assert(
    fc.asyncProperty(bytes, async (chunk) => {
      const input = new PassThrough();
      const ended = new Promise<void>((resolve) =>
        frameTransport(input, new PassThrough(), hostFrameLimits).receive(
          (message) => expect(JSON.stringify(message)).toBeDefined(),
          () => resolve(),
        ),
      );
      input.end(Buffer.from(chunk));
      await ended;
    }),
    { numRuns: VALUES },
  );
});
