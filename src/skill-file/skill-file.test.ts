import { describe, expect, it } from 'vitest';
import { firstLine, parseSkillFile } from '.';

const text = '---\nname: library\ndescription: 课堂图书\n---\n\n# 图书\n\n用 library__add。\n';
const plain = {
  data: { name: 'library', description: '课堂图书' },
  name: 'library',
  description: '课堂图书',
  body: '# 图书\n\n用 library__add。\n',
  quoted: [],
};

describe('SKILL.md', () => {
  it.each([
    ['as it is', text],
    ['with a BOM', `\uFEFF${text}`],
    ['with CRLF', text.replaceAll('\n', '\r\n')],
    ['with CR', text.replaceAll('\n', '\r')],
    ['with spaces after the marks', text.replaceAll('---\n', '---  \n')],
    ['marked as yaml', text.replace('---\n', '---yaml\n')],
    ['with values quoted', text.replace('课堂图书', '"课堂图书"')],
    ['with a block scalar', text.replace('课堂图书', '|-\n  课堂图书')],
    ['with a folded one', text.replace('课堂图书', '>-\n  课堂图书')],
  ])('is read %s', (_, variant) => {
    expect(parseSkillFile(variant)).toEqual(plain);
  });

  it('needs no frontmatter, and then its first line that is no heading describes it', () => {
    const body = '# 标题\n\n---\n\n第一句。\n第二句。';
    expect(parseSkillFile(body)).toEqual({ data: null, name: null, description: null, body, quoted: [] });
    expect(firstLine(body)).toBe('第一句。');
    expect(firstLine('# only a heading')).toBe('');
    expect(parseSkillFile('').body).toBe('');
    expect(parseSkillFile('---\nname: never closed').data).toBeNull();
  });

  it('takes `---` inside values and in the body for what it is', () => {
    const inside =
      '---\nname: a\ndescription: one --- two\nmetadata:\n  note: |\n    x\n    ---\n    y\nother: ---z\n---\nbody\n---\nmore\n';
    expect(parseSkillFile(inside)).toMatchObject({
      description: 'one --- two',
      data: { metadata: { note: 'x\n---\ny\n' }, other: '---z' },
      body: 'body\n---\nmore\n',
    });
    expect(parseSkillFile('---\nname: a\n# ----\n---\nbody').body).toBe('body');
    for (const prose of [
      '-----\ntext\n---\nmore',
      '---\n\nA rule above prose.\n\n---\nmore',
      '--- title ---\nx\n---\n',
    ])
      expect(parseSkillFile(prose)).toMatchObject({ data: null, body: prose });
    expect(parseSkillFile('---\nname: a\nnote: |\n  x\n  ---more\n---\nbody')).toMatchObject({
      name: 'a',
      data: { note: 'x\n---more\n' },
      body: 'body',
    });
    expect(parseSkillFile('---\n---\nbody')).toMatchObject({ data: {}, body: 'body' });
  });

  it('reads an unquoted colon as people mean it, and says that it had to', () => {
    expect(
      parseSkillFile('---\nname: a\ndescription: Use when: the user asks "why": always\n---\n'),
    ).toMatchObject({
      description: 'Use when: the user asks "why": always',
      quoted: ['description'],
    });
    expect(parseSkillFile('---\nfoo: 1\ndescription: Use when: asked\n---\n')).toMatchObject({
      data: { foo: 1 },
      quoted: ['description'],
    });
    expect(parseSkillFile('---\nname: a\ndescription: @mention: `x` % y\n---\n').description).toBe(
      '@mention: `x` % y',
    );
  });

  it.each(['js', 'javascript', 'coffee', 'json', 'toml', 'cson'])(
    'never runs %s in frontmatter',
    (language) => {
      for (const mark of [language, ` ${language}`]) {
        expect(() => parseSkillFile(`---${mark}\n({ name: globalThis.ran = 1 })\n---\nx`)).toThrow(
          expect.objectContaining({ code: 'skill_invalid' }),
        );
      }
      expect('ran' in globalThis).toBe(false);
    },
  );

  it.each(['a: [1', '- a\n- b', '!!js/function "x"', 'a: !!js/regexp /x/', 'x: &a [*a, *b]'])(
    'says what is wrong with %j',
    (yaml) => {
      expect(() => parseSkillFile(`---\n${yaml}\n---\nx`)).toThrow(
        expect.objectContaining({ code: 'skill_invalid' }),
      );
    },
  );

  it('reads 150 KB of body, and bounds the frontmatter', () => {
    const body = '一'.repeat(50_000);
    expect(parseSkillFile(`---\nname: a\n---\n${body}`).body).toBe(body);
    expect(() => parseSkillFile(`---\nname: ${'a'.repeat(70_000)}\n---\n`)).toThrow(/64 KiB/);
    const began = performance.now();
    parseSkillFile(`---\n${' '.repeat(60_000)}`);
    parseSkillFile(`---\n${'---x\n'.repeat(20_000)}`);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
