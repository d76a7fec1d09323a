import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath, format, parse, pathToFileURL, resolve } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  evalTool,
  startPlugin,
  startPlugins,
  type TestHosts,
  withPlugin,
} from '../../../fixtures/test-plugins';

/** What a plugin gets must be what Node gives: each value is computed in the sandbox and here (S20). */
let plugin: TestHosts & { dispose(): Promise<void> };
const run = (code: string, value?: unknown) =>
  plugin.hosts.callTool('p__run', { code: `const value = ${JSON.stringify(value) ?? 'undefined'}; ${code}` });

beforeAll(async () => {
  plugin = await withPlugin(`${evalTool}
    globalThis.node = {};
    for (const name of ['path', 'node:path', 'url', 'node:url', 'fs', 'node:fs', 'node:fs/promises', 'buffer', 'node:buffer', 'path/posix'])
      node[name] = await import(name);`);
});
afterAll(() => plugin.dispose());

describe('Buffer', () => {
  const text = 'a 字 😀 \u0000 ÿ';
  test.each(['utf8', 'UTF-8', 'hex', 'base64', 'base64url', 'latin1', 'binary', 'ascii', 'utf16le', 'ucs2'])(
    '%s both ways, like Node',
    async (encoding) => {
      const bytes = [...randomBytes(1_000)];
      const encoded = Buffer.from(bytes).toString(encoding as BufferEncoding);
      expect(
        await run(
          `const encoded = Buffer.from(value.bytes).toString(value.encoding);
           return [encoded, [...Buffer.from(encoded, value.encoding)], [...Buffer.from(value.text, value.encoding)],
             Buffer.byteLength(value.text, value.encoding), Buffer.isEncoding(value.encoding)]`,
          { bytes, encoding, text: encoding === 'hex' || encoding.startsWith('base64') ? encoded : text },
        ),
      ).toEqual([
        encoded,
        [...Buffer.from(encoded, encoding as BufferEncoding)],
        [
          ...Buffer.from(
            encoding === 'hex' || encoding.startsWith('base64') ? encoded : text,
            encoding as BufferEncoding,
          ),
        ],
        Buffer.byteLength(
          encoding === 'hex' || encoding.startsWith('base64') ? encoded : text,
          encoding as BufferEncoding,
        ),
        true,
      ]);
    },
  );

  test('base64 is as forgiving as Node’s, and odd texts are read the same', async () => {
    const texts = ['YQ', 'YQ==', 'YW Jj\nZA==', '-_-_', '+/+/', '=', '', 'YQ=YQ', 'é', 'YWJj????'];
    expect(
      await run("return value.map((text) => Buffer.from(text, 'base64').toString('hex'))", texts),
    ).toEqual(texts.map((text) => Buffer.from(text, 'base64').toString('hex')));
    const bytes = [0xef, 0xbb, 0xbf, 0x61, 0xc3, 0x28, 0xf0, 0x9f, 0x98];
    expect(
      await run('return [Buffer.from(value).toString(), Buffer.from(value).toString("utf8", 3, 4)]', bytes),
    ).toEqual([Buffer.from(bytes).toString(), 'a']);
  });

  test('is a Uint8Array with Node’s methods, and the module’s own', async () => {
    expect(
      await run(`const { Buffer: FromModule, constants, kMaxLength } = node['node:buffer'];
        const buffer = Buffer.alloc(16);
        buffer.writeUInt32BE(0xdeadbeef, 0); buffer.writeDoubleLE(Math.PI, 4); buffer.write('字', 12);
        return [FromModule === Buffer, buffer instanceof Uint8Array, buffer.toString('hex'), buffer.readDoubleLE(4),
          Buffer.concat([Buffer.from('a'), Buffer.from('b')]).toString(), Buffer.compare(Buffer.from('a'), Buffer.from('b')),
          buffer.subarray(12).toString('utf8', 0, 3), buffer.indexOf('字'), buffer.equals(new Uint8Array(buffer)), JSON.stringify(Buffer.from('a')),
          typeof constants.MAX_LENGTH, typeof kMaxLength, global === globalThis]`),
    ).toEqual([
      true,
      true,
      'deadbeef182d4454fb210940e5ad9700',
      Math.PI,
      'ab',
      -1,
      '字',
      12,
      true,
      '{"type":"Buffer","data":[97]}',
      'number',
      'number',
      true,
    ]);
  });
});

test('node:path is Node’s for POSIX', async () => {
  const cases: [keyof typeof path.posix, string[]][] = [
    ['join', ['/plugin', '..', 'a', './b', 'c/../d']],
    ['resolve', ['/plugin/a', '../b', '/c', 'd']],
    ['normalize', ['/a//b/./c/../d/']],
    ['relative', ['/plugin/a/b', '/plugin/c']],
    ['dirname', ['/a/b.c']],
    ['basename', ['/a/b.c', '.c']],
    ['extname', ['a.b.c']],
    ['isAbsolute', ['/a']],
    ['parse', ['/a/b.c']],
    ['toNamespacedPath', ['/a']],
  ];
  expect(
    await run(
      `return [value.map(([name, args]) => node.path[name](...args)), node['node:path'].default.sep, node.path.posix.join('a', 'b'), node['path/posix'].join('a', 'b')]`,
      cases,
    ),
  ).toEqual([
    cases.map(([name, args]) => (path.posix[name] as (...args: string[]) => unknown)(...args)),
    '/',
    'a/b',
    'a/b',
  ]);
});

test('node:url: file URLs both ways, and the older functions', async () => {
  const files = ['/plugin/a b/字.txt', '/plugin/a%b?c#d', '/plugin/folder/'];
  const windows = { windows: false } as const;
  expect(
    await run(
      `return value.map((file) => { const url = node.url.pathToFileURL(file); return [url.href, node['node:url'].fileURLToPath(url)] })`,
      files,
    ),
  ).toEqual(
    files.map((file) => [
      pathToFileURL(file, windows).href,
      fileURLToPath(pathToFileURL(file, windows), windows),
    ]),
  );
  const address = 'http://u:p@example.org:8080/a/b?c=d#e';
  const { protocol, host, pathname, search, query, hash, auth, href } = parse(address);
  expect(
    await run(
      `const { protocol, host, pathname, search, query, hash, auth, href } = node.url.parse(value);
       return [{ protocol, host, pathname, search, query, hash, auth, href }, node.url.format(new URL(value)), node.url.resolve('http://a/b/c', '../d'), node.url.resolve('/one/two', 'three'), node.url.URL === URL]`,
      address,
    ),
  ).toEqual([
    { protocol, host, pathname, search, query, hash, auth, href },
    format(new URL(address)),
    resolve('http://a/b/c', '../d'),
    resolve('/one/two', 'three'),
    true,
  ]);
  expect(
    await run(
      "try { node.url.fileURLToPath('http://a/b') } catch (error) { return [error.name, error.code] }",
    ),
  ).toEqual(['TypeError', 'ERR_INVALID_URL_SCHEME']);
});

describe('node:fs reads the package and nothing else', () => {
  test('files, folders, stats, in every way of calling', async () => {
    const font = randomBytes(200_000);
    const { hosts } = await startPlugins([
      {
        main: `import fs, { readFileSync, existsSync } from 'fs';
          import * as all from 'node:fs';
          import { readFile } from 'node:fs/promises';
          import path from 'node:path';
          import { fileURLToPath } from 'node:url';
          const here = path.dirname(fileURLToPath(import.meta.url));
          const font = fs.readFileSync(path.join(here, 'assets', '字 体.bin'));
          const copy = font.buffer.slice(font.byteOffset, font.byteOffset + font.byteLength);
          const viaCallback = await new Promise((done) => fs.readFile('assets/a.txt', 'utf8', (error, text) => done([error, text])));
          export function activate(api) {
            api.registerTool({ name: 'all', description: '', inputSchema: {} }, async () => ({
              hex: font.toString('hex').slice(0, 20), length: copy.byteLength,
              text: readFileSync(new URL('./assets/a.txt', import.meta.url), 'utf8'),
              latin1: readFileSync('/plugin/assets/a.txt', { encoding: 'latin1' }),
              viaCallback, promised: await readFile('assets/a.txt', { encoding: 'utf-8' }), same: all.default === fs,
              exists: [existsSync(here), existsSync(import.meta.filename), existsSync('none'), existsSync('../secret'), existsSync('/etc/passwd'), existsSync(5)],
              list: fs.readdirSync(here).sort(), deep: fs.readdirSync('/plugin', { recursive: true }).sort(),
              entries: fs.readdirSync('assets', { withFileTypes: true }).map((entry) => [entry.name, entry.isFile(), entry.isDirectory(), entry.parentPath]),
              stat: [fs.statSync('assets').isDirectory(), fs.lstatSync('assets/a.txt').size, fs.statSync('none', { throwIfNoEntry: false }), fs.statSync('main.mjs').mtime instanceof Date],
              real: fs.realpathSync('./assets/../assets'), access: await fs.promises.access('main.mjs'),
            }));
          }`,
        files: { 'assets/字 体.bin': font, 'assets/a.txt': '\uFEFFé', 'assets/sub/x.json': '{}' },
      },
    ]);
    expect(hosts.status('p')?.error).toBeNull();
    const text = '\uFEFFé';
    expect(await hosts.callTool('p__all', {})).toEqual({
      hex: font.toString('hex').slice(0, 20),
      length: font.length,
      text,
      latin1: Buffer.from(text).toString('latin1'),
      viaCallback: [null, text],
      promised: text,
      same: true,
      exists: [true, true, false, false, false, false],
      list: ['assets', 'main.mjs'],
      deep: ['assets', 'assets/a.txt', 'assets/sub', 'assets/sub/x.json', 'assets/字 体.bin', 'main.mjs'],
      entries: [
        ['a.txt', true, false, '/plugin/assets'],
        ['sub', false, true, '/plugin/assets'],
        ['字 体.bin', true, false, '/plugin/assets'],
      ],
      stat: [true, 5, null, true],
      real: '/plugin/assets',
    });
  });

  test('what is not there, what leads out and what writes fails as in Node', async () => {
    const attempt = (code: string) =>
      run(
        `const fs = node.fs; try { ${code}; return 'worked' } catch (error) { return [error.code, error instanceof Error, error.message] }`,
      );
    expect(await attempt("fs.readFileSync('none.txt')")).toEqual([
      'ENOENT',
      true,
      "ENOENT: no such file or directory, open 'none.txt'",
    ]);
    for (const outside of [
      '/etc/passwd',
      '../x',
      '/plugin/../etc/passwd',
      'file:///etc/passwd',
      'C:\\\\x',
      '/plugin2/x',
    ]) {
      expect(await attempt(`fs.readFileSync('${outside}')`)).toEqual(['ENOENT', true, expect.any(String)]);
    }
    expect(await attempt("fs.readFileSync('.')")).toMatchObject(['EISDIR', true, expect.any(String)]);
    expect(await attempt("fs.readdirSync('main.mjs')")).toMatchObject(['ENOTDIR', true, expect.any(String)]);
    expect(await attempt('fs.readFileSync(5)')).toMatchObject([
      'ERR_INVALID_ARG_TYPE',
      true,
      expect.any(String),
    ]);
    for (const write of [
      "fs.writeFileSync('x', 'y')",
      "fs.mkdirSync('x')",
      "fs.rmSync('main.mjs')",
      "fs.openSync('main.mjs')",
      "fs.accessSync('main.mjs', fs.constants.W_OK)",
      "await fs.promises.writeFile('x', 'y')",
      "await new Promise((_, refuse) => fs.appendFile('x', 'y', (error) => error && refuse(error)))",
    ]) {
      expect(await attempt(write)).toMatchObject(['EROFS', true, expect.stringContaining('api.setConfig')]);
    }
  });
});

test('process is what libraries ask for, and says that this is no Node', async () => {
  const { hosts } = await startPlugin(evalTool, {
    env: {
      APP_URL: 'http://127.0.0.1:3910/api',
      LOGIN_URL: 'http://user:secret@host/',
      SLACK_WEBHOOK_URL: 'https://hooks.example.org/T0/secret',
      TELEGRAM_BOT_URL: 'https://api.example.org/bot1/',
      INCOMING_URL: 'https://example.org/x',
      ROOM_URL: 'https://example.org/s/8f2c91ab77e04d5592/mcp',
      KEY_URL: 'https://example.org/k',
      TOKEN_URL: 'https://example.org/?token=secret',
      FILE_URL: 'file:///etc/passwd',
      lower_url: 'http://example.org/',
      CLASS_ID: '5',
      OTHER: 'x',
      OPENAI_API_KEY: 'sk-secret',
    },
    network: { hosts: null, env: ['CLASS_ID', 'OPENAI_API_KEY', 'NOT_SET'] },
  });
  expect(
    await hosts.callTool('p__run', {
      code: `const order = []; process.nextTick((x) => order.push(x), 'tick'); await null; await null;
        process.env.NEW = 'own'; return [{ ...process.env }, process.cwd(), process.versions.node, order, process.on('exit', () => {}) === process]`,
    }),
  ).toEqual([
    { APP_URL: 'http://127.0.0.1:3910/api', CLASS_ID: '5', NEW: 'own' },
    '/plugin',
    null,
    ['tick'],
    true,
  ]);
});

test('crypto.subtle.digest, like Node’s', async () => {
  const text = 'Prüfung 测试'.repeat(1_000);
  const names = ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'];
  expect(
    await run(
      `return Promise.all(value.names.map(async (name) => Buffer.from(await crypto.subtle.digest(name === 'SHA-256' ? { name } : name, new TextEncoder().encode(value.text))).toString('hex')))`,
      { names, text },
    ),
  ).toEqual(names.map((name) => createHash(name.replace('-', '')).update(text).digest('hex')));
  expect(
    await run("return crypto.subtle.digest('MD5', new Uint8Array(1)).catch((error) => error.name)"),
  ).toBe('NotSupportedError');
});

test('window, document and navigator are the plugin’s to define, by assignment and by definition', async () => {
  expect(
    await run(`const before = [typeof window, typeof document];
      globalThis.window = globalThis; globalThis.document = { body: 1 };
      Object.defineProperty(globalThis, 'navigator', { value: { userAgent: 'node' }, configurable: true });
      navigator; return [before, window === globalThis, document.body, navigator.userAgent]`),
  ).toEqual([['undefined', 'undefined'], true, 1, 'node']);
});
