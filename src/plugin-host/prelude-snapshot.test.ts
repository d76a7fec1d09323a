import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ivm from 'isolated-vm';
import { afterAll, expect, test } from 'vitest';
import { readSnapshot, writeSnapshot } from './prelude-snapshot';

const folder = mkdtempSync(join(tmpdir(), 'secagent-snapshot-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'prelude.snapshot');

const built = (name: string) => fileURLToPath(new URL(`../../out/plugin-host/${name}`, import.meta.url));
const bytes = (snapshot: ArrayBuffer | null) => snapshot && [...new Uint8Array(snapshot)];

test('a snapshot is read as it was written, and the next one takes its place', () => {
  writeSnapshot(file, new Uint8Array([1, 2, 3]).buffer);
  expect(bytes(readSnapshot(file))).toEqual([1, 2, 3]);
  writeSnapshot(file, new Uint8Array([4]).buffer);
  expect(bytes(readSnapshot(file))).toEqual([4]);
});

test.each(['node', 'v8'] as const)('one made with another %s is none', (part) => {
  const own = Object.getOwnPropertyDescriptor(process, 'versions') as PropertyDescriptor;
  Object.defineProperty(process, 'versions', { ...own, value: { ...process.versions, [part]: '1.2.3' } });
  try {
    writeSnapshot(file, new Uint8Array([1, 2, 3]).buffer);
  } finally {
    Object.defineProperty(process, 'versions', own);
  }
  expect(readSnapshot(file)).toBeNull();
});

test('one that is missing, empty, cut off or damaged is none', () => {
  writeSnapshot(file, new Uint8Array(1000).buffer);
  const whole = readFileSync(file);
  const damaged = Buffer.from(whole);
  damaged[500] = 1;
  for (const content of [damaged, whole.subarray(0, -1), whole.subarray(0, 32), Buffer.alloc(0)]) {
    writeFileSync(file, content);
    expect(readSnapshot(file)).toBeNull();
  }
  rmSync(file);
  expect(readSnapshot(file)).toBeNull();
});

test('the build makes one of the prelude: nothing in it keeps V8 from doing so', () => {
  const snapshot = readSnapshot(built('prelude.snapshot')) as ArrayBuffer;
  expect(snapshot).not.toBeNull();
  const isolate = new ivm.Isolate({ snapshot: new ivm.ExternalCopy(snapshot) });
  expect(isolate.createContextSync().evalSync('typeof $boot')).toBe('function');
  isolate.dispose();
});

test('the prelude reads no clock before boot: it would be that of the build', () => {
  const isolate = new ivm.Isolate();
  const context = isolate.createContextSync();
  context.evalSync(`
    const reads = [];
    const { now } = Date;
    Date.now = () => (reads.push(new Error().stack), now());
    Date = new Proxy(Date, {
      construct(target, args) {
        if (args.length === 0) reads.push(new Error().stack);
        return new target(...args);
      },
    });
  `);
  context.evalSync(readFileSync(built('prelude.js'), 'utf8'), { filename: 'secagent:prelude' });
  expect(context.evalSync('reads', { copy: true })).toEqual([]);
  isolate.dispose();
});
