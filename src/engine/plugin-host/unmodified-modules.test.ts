import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pluginPackage } from '../../../fixtures/plugin-packages';
import { places, startInPlainNode, startInSandbox } from '../../../fixtures/run-plugin';

describe.each(places)('compiled-modules in %s', (_place, start) => {
  test('many modules, JSON, top-level await and import() of a computed path', async () => {
    const plugin = await start('compiled-modules');
    expect(await plugin.status()).toEqual({ message: 'ok' });
    expect(await plugin.call('lessons', { day: '周一' })).toEqual({
      title: '周一的课',
      lessons: [
        { subject: '语文', room: '101', number: 1 },
        { subject: '数学', room: '102', number: 2 },
        { subject: '体育', room: '操场', number: 3 },
      ],
    });
    expect(await plugin.call('lessons', { day: '周二', language: 'en' })).toMatchObject({
      title: 'Lessons of 周二',
    });
    await expect(plugin.call('lessons', { day: '周六', language: 'en' })).rejects.toThrow(
      'No lessons on 周六',
    );
    expect(await plugin.call('module', { name: 'i18n' })).toEqual({ exports: ['languages', 'translate'] });
    expect(await plugin.call('module', { name: 'none' })).toEqual({ exports: ['failed'] });
    const answer = { kind: 'reply', message: '英语（201）、科学（实验室）' };
    expect([await plugin.rule('周二有什么课？'), await plugin.rule('周二有什么课？')]).toEqual([
      answer,
      answer,
    ]);
    expect(await plugin.prompts()).toEqual([{ name: 'days', text: '周一、周二有课表' }]);
    expect(await plugin.skills()).toEqual([{ name: 'timetable', pattern: '课程表|timetable' }]);
  });

  test('fs, path and url without their prefix, for the files of the package', async () => {
    const plugin = await start('compiled-modules');
    const { directory } = await pluginPackage('compiled-modules');
    const { size } = statSync(join(directory, 'data/rooms.csv'));
    expect(await plugin.call('files')).toEqual({
      data: ['rooms.csv', 'timetable.json'],
      exists: [true, false],
      size: [size, size, size],
      kinds: [true, true, false],
      isBuffer: [true, true],
      bom: 'efbbbf',
      missing: { code: 'ENOENT', isError: true },
      aFolder: { code: 'EISDIR', isError: true },
      names: ['data', '.gz', 'a/c', '../c/d'],
      joined: [expect.stringMatching(/^\.\.[\\/]b$/), true, 'y', expect.stringMatching(/^[\\/]$/)],
      url: true,
    });
  });
});

describe.each(places)('bundled-legacy in %s', (_place, start) => {
  test('a library that looks for files and a page finds the page; the globals it needs are its own', async () => {
    const plugin = await start('bundled-legacy');
    expect(await plugin.call('surroundings')).toEqual({
      files: false,
      crypto: false,
      browser: true,
      sameBuffer: true,
      title: 'legacy',
      agent: 'legacy/1.0',
      self: true,
      place: 'undefined',
    });
    expect(await plugin.call('round_trip', { text: '名单 😀 ', times: 20_000 })).toEqual({
      bytes: 240_000,
      lines: 5_001,
      same: true,
    });
  });

  test('hundreds of KB through Buffer, TextDecoder and a digest', async () => {
    const plugin = await start('bundled-legacy');
    const text = '点名：小明、Zoë 😀 & <b>1½</b>\n'.repeat(9000);
    const bytes = Buffer.from(text);
    const digest = createHash('sha256').update(bytes).digest('hex');
    expect(await plugin.call('conversions')).toMatchObject({
      bytes: bytes.length,
      digest,
      back: Array(10).fill(true),
      broken: ['\ufffd\ufffduro', 0, '6bef', 'efbfbd', 'e9'],
    });
  });
});

test.each(['conversions', 'numbers', 'web_globals'])(
  '%s: the sandbox answers what plain Node does',
  async (tool) => {
    const surroundings = { env: { LEGACY_URL: 'http://127.0.0.1:8080' } };
    const plain = await (await startInPlainNode('bundled-legacy', surroundings)).call(tool);
    const { plugin } = await startInSandbox('bundled-legacy', surroundings);
    expect(Object.keys(plain as object).length).toBeGreaterThan(5);
    expect(await plugin.call(tool)).toEqual(plain);
  },
);
