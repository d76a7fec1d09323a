import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary';
import { savePreview } from './previews';
import { saveDrawing } from './save-drawing';

const svg = (text = '<svg xmlns="http://www.w3.org/2000/svg"/>') => new TextEncoder().encode(text);
const save = (fileName?: string, workspace = temporaryFolder(), drawing = svg()) =>
  saveDrawing({ svg: drawing, fileName, workspace });
const names = (workspace: string) => readdirSync(join(workspace, 'exports/handdrawn-markdown')).sort();

describe('saving a drawing (S21)', () => {
  test('byte for byte, below exports/handdrawn-markdown, with the path from the workspace', async () => {
    const workspace = temporaryFolder();
    const drawing = svg('\uFEFF<?xml version="1.0"?>\r\n<!-- 第三课 -->\n<svg>字</svg>\r\n');
    const saved = await save('第三课.svg', workspace, drawing);
    expect(saved).toEqual({
      path: join(workspace, 'exports/handdrawn-markdown/第三课.svg'),
      relativePath: 'exports/handdrawn-markdown/第三课.svg',
      bytes: drawing.byteLength,
    });
    expect(new Uint8Array(readFileSync(saved.path))).toEqual(drawing);
  });

  test('an existing name gets a number and is never overwritten, also by many at once', async () => {
    const workspace = temporaryFolder();
    mkdirSync(join(workspace, 'exports/handdrawn-markdown'), { recursive: true });
    writeFileSync(join(workspace, 'exports/handdrawn-markdown/a.svg'), 'mine');
    const saved = await Promise.all(Array.from({ length: 10 }, () => save('a', workspace)));
    expect(new Set(saved.map(({ path }) => path)).size).toBe(10);
    expect(names(workspace)).toEqual(
      ['a.svg', ...[2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((n) => `a-${n}.svg`)].sort(),
    );
    expect(readFileSync(join(workspace, 'exports/handdrawn-markdown/a.svg'), 'utf8')).toBe('mine');
  });

  test.each([
    [undefined, 'drawing.svg'],
    ['', 'drawing.svg'],
    ['a.SVG', 'a.svg'],
    ['第1课:b*c?.svg', '第1课-b-c.svg'],
    ['...', 'drawing.svg'],
    ['con', 'drawing-con.svg'],
    ['NUL.svg', 'drawing-NUL.svg'],
    ['a\u202Etxt', 'a-txt.svg'],
    ['课'.repeat(200), `${'课'.repeat(66)}.svg`],
    ['😀'.repeat(90), `${'😀'.repeat(50)}.svg`],
    ['COM¹.svg', 'drawing-COM¹.svg'],
    ['conin$.svg', 'drawing-conin$.svg'],
    ['lpt1 .x.svg', 'drawing-lpt1 .x.svg'],
    ['a\ud800b', 'a\ufffdb.svg'],
    ['.hidden', 'hidden.svg'],
    ['trailing. .svg', 'trailing.svg'],
  ])('the name %j becomes %j', async (given, expected) => {
    const workspace = temporaryFolder();
    await save(given, workspace);
    expect(names(workspace)).toEqual([expected]);
  });

  test.each(['../a', 'a/b', 'a\\b', '/etc/x', 'C:x'])(
    'a directory in the name %j is refused',
    async (name) => {
      const workspace = temporaryFolder();
      await expect(save(name, workspace)).rejects.toMatchObject({ code: 'invalid_argument' });
      expect(existsSync(join(workspace, 'exports'))).toBe(false);
    },
  );

  test.each([
    '',
    'hello',
    '<html><svg/></html>',
    '<svgx/>',
    '<?xml version="1.0"?><html/>',
    '<!-- open <svg/>',
  ])('what is no SVG document is refused: %j', async (text) => {
    await expect(save('a', temporaryFolder(), svg(text))).rejects.toMatchObject({ code: 'invalid_argument' });
  });

  test('20 MiB and no more; a folder that can’t be written says so and leaves nothing', async () => {
    const large = new Uint8Array(20 * 1024 * 1024).fill(0x20);
    large.set(svg('<svg/>'));
    expect((await save('large', temporaryFolder(), large)).bytes).toBe(large.length);
    const larger = new Uint8Array(large.length + 1);
    larger.set(large);
    await expect(save('larger', temporaryFolder(), larger)).rejects.toMatchObject({ code: 'quota_exceeded' });
    const workspace = temporaryFolder();
    writeFileSync(join(workspace, 'exports'), 'a file');
    await expect(save('a', workspace)).rejects.toMatchObject({ code: 'preview_failed' });
    expect(readdirSync(workspace)).toEqual(['exports']);
  });

  test('a header with a document type of a drawing program is one; a linked folder is not followed', async () => {
    const header =
      '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd" [ <!ENTITY ns "http://a.b/>"> ]>\n';
    expect((await save('a', temporaryFolder(), svg(`${header}<svg/>`))).bytes).toBeGreaterThan(100);
    const [workspace, elsewhere] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(elsewhere, join(workspace, 'exports'));
    const error = await save('a', workspace).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'preview_failed' });
    expect(error.message).not.toContain(workspace);
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

describe('showing it', () => {
  const request = (openPreview = true) => ({
    svg: svg(),
    title: 'T',
    fileName: 'a',
    openPreview,
    workspace: temporaryFolder(),
  });

  test('in the window where there is one and it is wanted; what fails is told, and the file stays', async () => {
    const opened: { path: string; title: string }[] = [];
    const window = {
      async open(drawing: { path: string; title: string }) {
        opened.push(drawing);
      },
    };
    const saved = await savePreview(request(), window);
    expect(saved).toMatchObject({ previewOpened: true });
    expect(saved).not.toHaveProperty('previewError');
    expect(opened).toEqual([{ path: saved.path, title: 'T' }]);
    expect(await savePreview(request(false), window)).toMatchObject({ previewOpened: false });
    expect(opened).toHaveLength(1);

    const commandLine = await savePreview(request(), null);
    expect(commandLine.previewOpened).toBe(false);
    expect(commandLine).not.toHaveProperty('previewError');

    const broken = { open: () => Promise.reject(new Error('no screen')) };
    const failed = await savePreview(request(), broken);
    expect(failed).toMatchObject({ previewOpened: false, previewError: 'no screen' });
    expect(existsSync(failed.path)).toBe(true);
  });
});
