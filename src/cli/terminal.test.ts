import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { runJson } from '../../fixtures/command-line';
import { runOnTerminal } from '../../fixtures/pseudo-terminal';
import { temporaryFolder } from '../../fixtures/temporary';
import { nativePackage } from '../../fixtures/zip';
import { plainText } from '../shared/visible-text';

function home(manifest: Record<string, unknown> = {}) {
  const folder = temporaryFolder();
  const file = join(folder, 'p.zip');
  writeFileSync(file, nativePackage({ manifest: { id: 'asked', ...manifest } }));
  return { folder, file };
}

const installed = async (folder: string) =>
  (await runJson(['plugins', 'list'], { home: folder })).value.plugins;

describe.runIf(process.platform === 'linux')('consent on a terminal (M2)', () => {
  it('Enter installs and leaves it off; e switches it on', async () => {
    const { folder, file } = home();
    const first = await runOnTerminal(['plugins', 'install', file], folder, ['\r']);
    expect(first).toMatchObject({ code: 0, screen: expect.stringContaining('agent.tools') });
    expect(await installed(folder)).toMatchObject([{ id: 'asked', enabled: false }]);
    await runOnTerminal(['plugins', 'install', file], folder, ['e\r']);
    expect(await installed(folder)).toMatchObject([{ id: 'asked', enabled: true }]);
  });

  it('any other word is asked about again; c refuses with exit 3', async () => {
    const { folder, file } = home();
    const { code, screen } = await runOnTerminal(['plugins', 'install', file], folder, [
      'no\r',
      'yes\r',
      'c\r',
    ]);
    expect({ code, asked: screen.split('(i) ').length - 1 }).toEqual({ code: 3, asked: 3 });
    expect(await installed(folder)).toEqual([]);
  });

  it.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('%s at the question installs nothing and exits 130', async (_, key) => {
    const { folder, file } = home();
    expect((await runOnTerminal(['plugins', 'install', file], folder, [key])).code).toBe(130);
    expect(await installed(folder)).toEqual([]);
  });

  it('names the hosts a plugin is limited to and the variables it reads, one a line (X1, S20)', async () => {
    const { folder, file } = home({
      permissions: ['network.http'],
      network: { hosts: ['*.school.example', '127.0.0.1:8080'], env: ['SCHOOL_TOKEN'] },
    });
    const { screen } = await runOnTerminal(['plugins', 'install', file], folder, ['c\r']);
    const lines = screen.split('\n').map((line) => line.trim());
    expect(lines).toContain('· Reach only these addresses  (network.http)');
    for (const name of ['*.school.example', '127.0.0.1:8080', 'SCHOOL_TOKEN']) expect(lines).toContain(name);
    expect(screen).toContain('Read from this computer’s environment');
    expect(screen).not.toContain('any website');
  });

  it('enabling needs a yes', async () => {
    const { folder, file } = home();
    await runJson(['plugins', 'install', file, '--yes'], { home: folder });
    expect((await runOnTerminal(['plugins', 'enable', 'asked'], folder, ['\r'])).code).toBe(3);
    expect(await installed(folder)).toMatchObject([{ enabled: false }]);
    expect((await runOnTerminal(['plugins', 'enable', 'asked'], folder, ['y\r'])).code).toBe(0);
    expect(await installed(folder)).toMatchObject([{ enabled: true }]);
  });

  it('security/20: a package draws nothing of its own into the question', async () => {
    const { folder, file } = home({
      name: 'Nice\u001b[2J\u001b[8m\nIt asks for no permission.\u202e',
      author: 'a\u001b]0;title\u0007b',
      description: 'x\r\nIt asks for no permission.',
    });
    const { screen } = await runOnTerminal(['plugins', 'install', file], folder, ['c\r']);
    const esc = String.fromCharCode(27);
    for (const sequence of ['[2J', '[8m', ']0;']) expect(screen).not.toContain(esc + sequence);
    expect(screen.split('\n').some((line) => line.trim().startsWith('It asks for no permission'))).toBe(
      false,
    );
    expect(screen).toContain('agent.tools');
  });
});

describe('text of others on a terminal (ATTACKS 20)', () => {
  test.each<[string, string, string]>([
    ['control characters', 'a\u001b[2J\r\u0007\u009bb', 'a[2Jb'],
    ['bidirectional marks', 'a\u200e\u200f\u061c\u202e\u2066b', 'ab'],
    ['characters without width', 'a\u200b\ufeffb', 'ab'],
    ['separators of lines', 'a\u2028\u2029b', 'ab'],
    ['tags', 'a\u{e0000}\u{e0001}\u{e0010}\u{e0041}\u{e007f}b', 'ab'],
    ['line breaks, tabs and joiners, which stay', 'a\n\t\u200c\u200db', 'a\n\t\u200c\u200db'],
  ])('%s', (_, text, shown) => {
    expect(plainText(text)).toBe(shown);
  });
});
