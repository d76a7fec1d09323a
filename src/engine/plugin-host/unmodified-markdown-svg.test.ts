import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pluginPackage } from '../../../fixtures/plugin-packages';
import { places, type RunningPlugin, startInPlainNode, startInSandbox } from '../../../fixtures/run-plugin';

const markdown = `# 第三课 分数

同学们好！今天学 **分数** 的加法：$\\frac{1}{2}+\\frac{1}{3}$ 是多少？ Ärger, naïve, 😀

$$\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}$$

| 学生 | 分数 | Grade |
|-|-|-|
| 小明 | 1/2 | A |
| 小红 | 2/3 | B+ |

1. 通分
2. 相加

---

\`\`\`mermaid
flowchart LR
  A[通分] --> B{同分母?}
  B -->|是| C[相加]
  B -->|no| A
\`\`\`

\`\`\`mermaid
sequenceDiagram
  participant T as 老师
  participant S as Student
  T->>S: 1/2 + 1/3 = ?
  S-->>T: 5/6
  Note over T,S: 做得好
\`\`\`

\`\`\`mermaid
classDiagram
  class Fraction {
    +int top
    +int bottom
    +add(other) Fraction
  }
  Fraction <|-- MixedNumber
  Fraction --> Lesson : taught in
\`\`\`

\`\`\`
const sum = 5 / 6;
\`\`\`
`;

const drawn = async (plugin: RunningPlugin, args: Record<string, unknown>) => {
  const summary = await plugin.call('render', { markdown, ...args });
  return { summary, preview: (await plugin.previews()).at(-1) };
};

test('its package is what such authors ship: one bundle of several libraries and a font above 9 MB', async () => {
  const { directory } = await pluginPackage('markdown-svg');
  expect(statSync(join(directory, 'main.mjs')).size).toBeGreaterThan(8_000_000);
  expect(statSync(join(directory, 'assets/hand.ttf')).size).toBeGreaterThan(9_000_000);
});

test.each(places)(
  'markdown-svg in %s draws text, table, formulas and diagrams',
  async (_place, start) => {
    const plugin = await start('markdown-svg');
    expect(await plugin.status()).toEqual({ message: '手写讲义已就绪' });
    expect((await plugin.tools()).map(({ name, hidden }) => ({ name, hidden }))).toEqual([
      { name: 'render', hidden: true },
    ]);
    expect(await plugin.skills()).toEqual([{ name: 'markdown-svg', pattern: '手写|讲义|handdrawn' }]);

    const { summary, preview } = await drawn(plugin, { embed_font: false, open_preview: false });
    expect(summary).toMatchObject({
      title: '第三课 分数',
      file: 'exports/handdrawn-markdown/第三课 分数.svg',
      opened: false,
      blocks: 10,
      diagrams: 3,
      formulas: 2,
      font: { bytes: 9_961_472 },
    });
    expect(preview).toMatchObject({ title: '第三课 分数', fileName: '第三课 分数.svg', openPreview: false });
    expect(preview?.svg).toMatch(/^<svg xmlns/);
    for (const part of ['小明', 'class="katex"', '同分母', 'MixedNumber', '5/6', 'naïve', '😀'])
      expect(preview?.svg).toContain(part);
    expect(preview?.svg.replace(/base64,[\w+/=]*/g, '')).not.toMatch(/NaN|undefined|\[object/);

    await expect(plugin.call('render', { markdown: '```mermaid\nflowchart LR\n A --\n```' })).rejects.toThrow(
      /第 1 张图画不出来/,
    );
    await expect(plugin.call('render', { markdown: '$\\nosuchmacro$' })).rejects.toThrow(/nosuchmacro/);
  },
  60_000,
);

test('with its font, some 9 MB: the sandbox draws the same bytes as plain Node, time after time', async () => {
  const plain = await startInPlainNode('markdown-svg');
  const { plugin } = await startInSandbox('markdown-svg');
  // Mermaid counts its figures on from drawing to drawing, so each is compared with its like.
  for (const args of [{ title: '讲义' }, { title: '讲义', width: 800 }, { title: '讲义' }]) {
    const expected = await drawn(plain, args);
    const found = await drawn(plugin, args);
    expect(Buffer.byteLength(expected.preview?.svg ?? '')).toBeGreaterThan(9_000_000);
    expect(found.summary).toEqual(expected.summary);
    expect(found.preview?.svg === expected.preview?.svg).toBe(true);
  }
}, 60_000);
