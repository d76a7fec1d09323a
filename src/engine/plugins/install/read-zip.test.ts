import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { temporaryFolder } from '../../../../fixtures/temporary';
import { buildZip, type ZipEntry } from '../../../../fixtures/zip';
import { SecAgentError } from '../../../shared/errors';
import { entrySegments } from './entry-names';
import { readZip } from './read-zip';

/** What reading these bytes as a package answers: its files, or the code it is refused with. */
function read(bytes: Uint8Array): string[] | string {
  const path = join(temporaryFolder(), '包 1.zip');
  writeFileSync(path, bytes);
  try {
    return readZip(path).map((file) => {
      file.read();
      return file.path;
    });
  } catch (error) {
    if (error instanceof SecAgentError) return error.code;
    throw error;
  }
}

const zip = (...names: (string | ZipEntry)[]) =>
  buildZip(names.map((name) => (typeof name === 'string' ? { name, data: 'x' } : name)));

describe('files of a package (S1, S4)', () => {
  it('takes off one wrapping folder and leaves clutter out', () => {
    const names = read(
      zip('library/main.mjs', 'library/a/b.txt', '__MACOSX/._main.mjs', 'library/.DS_Store', 'Thumbs.db'),
    );
    expect(names).toEqual(['main.mjs', 'a/b.txt']);
  });

  it('keeps the top when files stand beside the folder', () => {
    expect(read(zip('a/main.mjs', 'README.md'))).toEqual(['a/main.mjs', 'README.md']);
  });

  it('reads backslashes as separators, as PowerShell 5.1 writes them', () => {
    expect(read(zip('skills\\library\\SKILL.md', 'main.mjs'))).toEqual([
      'skills/library/SKILL.md',
      'main.mjs',
    ]);
  });

  it('accepts dots inside names', () => {
    expect(read(zip('v1..v2.md', 'a...b/x'))).toEqual(['v1..v2.md', 'a...b/x']);
  });

  it('reads names that are GB18030 and not marked UTF-8', () => {
    const name = Buffer.from([0xcd, 0xbc, 0xca, 0xe9, 0x2e, 0x6d, 0x64]); // 图书.md
    expect(read(zip({ name, data: 'x' }, 'main.mjs'))).toEqual(['图书.md', 'main.mjs']);
  });

  it('reads unmarked UTF-8 names as UTF-8', () => {
    expect(read(zip({ name: Buffer.from('图书.md'), data: 'x' }, 'main.mjs'))).toEqual([
      '图书.md',
      'main.mjs',
    ]);
  });
});

describe('security/8-zip-slip', () => {
  const unsafe = [
    '../evil.txt',
    'a/../../evil.txt',
    '..\\evil.txt',
    'a\\..\\..\\evil',
    '/etc/passwd',
    '\\windows\\x',
    '\\\\server\\share\\x',
    'C:\\x',
    'c:x',
    'a/b\0c',
    'con',
    'CON.txt',
    'a/nul.js',
    'COM1',
    'lpt9.md',
    'com¹',
    'a./b',
    'a /b',
    'x.',
    'a:stream',
    'a\u0001b',
    'a<b',
    'a?b',
    `${'x'.repeat(256)}`,
    '.../x',
    '. ./x',
  ];
  test.each(unsafe)('%j is refused and nothing is read', (name) => {
    expect(read(zip('main.mjs', name))).toBe('package_unsafe_path');
  });

  it('refuses a name in neither UTF-8 nor GB18030, and a marked one that is not UTF-8', () => {
    expect(read(zip({ name: new Uint8Array([0xff, 0xff]), data: 'x' }))).toBe('package_unsafe_path');
    expect(read(zip({ name: new Uint8Array([0xbb, 0xfd]), flags: 0x800, data: 'x' }))).toBe(
      'package_unsafe_path',
    );
  });

  const twins = [
    ['a.txt', 'A.TXT'],
    ['é.txt', 'e\u0301.txt'],
    ['ﬁ.txt', 'fi.txt'],
    ['Straße', 'STRASSE'],
    ['skills/a', 'Skills/b'],
    ['a', 'a/b'],
    ['A/b', 'a'],
  ] as const;
  test.each(twins)('%j and %j are one file somewhere', (a, b) => {
    expect(read(zip(a, b, 'main.mjs'))).toBe('package_name_collision');
  });

  it('refuses the same name twice, also spelled with another separator', () => {
    expect(read(zip('a/b', 'a/b'))).toBe('package_name_collision');
    expect(read(zip('a/b', 'a\\b', 'c'))).toBe('package_name_collision');
    expect(read(zip('a/b', './a//b', 'c'))).toBe('package_name_collision');
  });

  it('never lets a segment through that leaves the folder (property)', () => {
    const piece = fc.oneof(fc.constantFrom('..', '.', '', 'a', 'C:', '\\', '/', '. ', 'con'), fc.string());
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.constantFrom('/', '\\'), (pieces, separator) => {
        let segments: string[];
        try {
          segments = entrySegments(pieces.join(separator));
        } catch (error) {
          expect(error).toBeInstanceOf(SecAgentError);
          return;
        }
        for (const segment of segments) expect(['', '.', '..']).not.toContain(segment);
        expect(segments.join('/')).not.toMatch(/^[\\/]|^[A-Za-z]:|\\|\0/);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('security/9-zip-bomb', () => {
  it('refuses a ratio no document has', () => {
    expect(read(zip({ name: 'zeros', data: Buffer.alloc(8 * 1024 * 1024) }))).toBe('package_bomb');
  });

  it('refuses many small bombs together', () => {
    const part = { data: Buffer.alloc(3 * 1024 * 1024) };
    expect(read(zip(...[1, 2, 3, 4].map((n) => ({ ...part, name: `${n}` }))))).toBe('package_bomb');
  });

  it('stops while unpacking when the header lies about the size', () => {
    expect(read(zip({ name: 'lie', data: Buffer.alloc(5 * 1024 * 1024), claimedSize: 10 }))).toBe(
      'package_bomb',
    );
    expect(read(zip({ name: 'lie', data: 'abc', claimedSize: 10 }))).toBe('package_damaged');
    expect(read(zip({ name: 'lie', data: 'abc', claimedSize: 0 }))).toBe('package_bomb');
  });

  it('refuses more than 200 MiB unpacked, 10,000 entries, 25 MiB packed', () => {
    expect(read(zip({ name: 'big', data: 'x', claimedSize: 201 * 1024 * 1024 }))).toBe('package_too_large');
    expect(read(buildZip(Array.from({ length: 10_001 }, (_, n) => ({ name: `${n}`, method: 0 }))))).toBe(
      'package_too_large',
    );
    expect(read(Buffer.concat([Buffer.from('PK'), Buffer.alloc(25 * 1024 * 1024)]))).toBe(
      'package_too_large',
    );
  });

  it('refuses trees made to exhaust folders, and judges many files in one folder quickly', () => {
    const deep = (n: number) => `${Array.from({ length: 40 }, () => n).join('/')}/f`;
    expect(read(zip(...Array.from({ length: 100 }, (_, n) => deep(n))))).toBe('package_unsafe_path');
    const spread = Array.from(
      { length: 600 },
      (_, n) => `${Array.from({ length: 30 }, (_, d) => `${n}.${d}`).join('/')}/f`,
    );
    expect(read(zip(...spread))).toBe('package_too_large');
    const shared = Array.from({ length: 9000 }, (_, n) => ({ name: `${'d/'.repeat(31)}${n}`, method: 0 }));
    const started = performance.now();
    expect(read(buildZip(shared))).toHaveLength(9000);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('refuses entries that overlap', () => {
    expect(read(zip({ name: 'a', data: 'xyz' }, { name: 'b', data: 'xyz', claimedOffset: 0 }))).toBe(
      'package_bomb',
    );
  });

  it('leaves a zip inside the package packed', () => {
    expect(read(zip('main.mjs', { name: 'inner.zip', data: zip('../x') }))).toEqual([
      'main.mjs',
      'inner.zip',
    ]);
  });

  it('refuses what is damaged, truncated, encrypted, empty or no zip', () => {
    const good = zip('main.mjs', { name: 'b', data: 'x'.repeat(1000), method: 0 });
    expect(read(good.subarray(0, good.length - 30))).toBe('package_damaged');
    expect(read(good.subarray(0, 20))).toBe('package_damaged');
    expect(read(zip({ name: 'a', data: 'x', claimedCrc: 1 }))).toBe('package_damaged');
    expect(read(zip({ name: 'a', data: 'x', flags: 1 }))).toBe('package_encrypted');
    expect(read(zip({ name: 'a', data: 'x', method: 99 }))).toBe('package_damaged');
    expect(read(Buffer.alloc(0))).toBe('package_empty');
    expect(read(buildZip([]))).toBe('package_empty');
    expect(read(zip({ name: 'only-a-folder/', mode: 0o040755 }))).toBe('package_empty');
    expect(read(Buffer.from('hello, I am a text file'))).toBe('package_not_a_zip');
    expect(read(Buffer.from('P'))).toBe('package_not_a_zip');
  });

  it('refuses a zip64 that claims sizes of its own', () => {
    expect(read(zip({ name: 'a', data: 'x', claimedSize: 0xffffffff }))).toBe('package_too_large');
  });

  it('survives any bytes (property)', () => {
    const good = zip('main.mjs', { name: 'b', data: deflateRawSync(Buffer.from('hello')) });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        (changes) => {
          const bytes = Buffer.from(good);
          for (const [at, value] of changes) bytes[at] = value;
          const answer = read(bytes);
          expect(Array.isArray(answer) || answer.startsWith('package_')).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('security/10-links-and-special-files', () => {
  test.each([
    ['symbolic link', 0o120777],
    ['device', 0o060644],
    ['pipe', 0o010644],
    ['socket', 0o140644],
  ])('a %s is refused', (_, mode) => {
    expect(read(zip('main.mjs', { name: 'link', data: '/etc/passwd', mode }))).toBe('package_link');
  });
});
