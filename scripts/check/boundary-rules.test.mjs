import { describe, expect, it } from 'vitest';
import { violation } from './boundary-rules.mjs';
import { importsOf } from './imports-of.mjs';

const check = (importer, target) => violation({ importer, target });

describe('import boundaries', () => {
  it('keep the areas apart', () => {
    expect(check('src/renderer/a.ts', 'src/shared/contract.ts')).toBeUndefined();
    expect(check('src/renderer/a.ts', 'src/engine/agent/index.ts')).toMatch('must not import engine');
    expect(check('src/main/a.ts', 'src/engine/entry.ts')).toMatch('must not import engine');
    expect(check('src/cli/a.ts', 'src/engine/agent/index.ts')).toBeUndefined();
    expect(check('src/new/a.ts', 'src/shared/a.ts')).toMatch('no rule');
  });

  it('let shared take what is published to plugin authors, and nothing else', () => {
    expect(check('src/shared/a.ts', 'src/plugin-api/index.ts')).toBeUndefined();
    expect(check('src/shared/a.ts', 'src/rpc/index.ts')).toMatch('must not import rpc');
  });

  it('keep electron and Node where they exist', () => {
    expect(check('src/engine/a.ts', 'electron')).toMatch('electron');
    expect(check('src/preload/a.ts', 'electron')).toBeUndefined();
    expect(check('src/plugin-host/prelude/a.ts', 'node:fs')).toMatch('no Node');
    expect(check('src/plugin-host/a.ts', 'node:fs')).toBeUndefined();
  });

  it('let a room be entered through its index only', () => {
    expect(check('src/engine/agent/turn.ts', 'src/engine/plugins/registry.ts')).toMatch('index.ts');
    expect(check('src/engine/agent/turn.ts', 'src/engine/plugins/index.ts')).toBeUndefined();
    expect(check('src/engine/agent/turn.test.ts', 'src/engine/plugins/registry.ts')).toBeUndefined();
    expect(check('src/engine/plugins/pipeline.ts', 'src/engine/plugins/scan/rules.ts')).toMatch('scan/');
    expect(check('src/engine/plugins/scan/a.ts', 'src/engine/plugins/registry.ts')).toBeUndefined();
    expect(check('src/engine/agent/a.ts', 'src/engine/ports.ts')).toBeUndefined();
  });

  it('see every form of import', () => {
    const text = [
      "import type { A } from './a';",
      "export { b } from './b';",
      "export * from './c';",
      "const d = await import('./d');",
      "type E = import('./e').E;",
      "// import('./f')",
      "import './g';",
    ].join('\n');
    expect(importsOf('x.ts', text).map(({ specifier, line }) => [specifier, line])).toEqual([
      ['./a', 1],
      ['./g', 7],
      ['./b', 2],
      ['./c', 3],
      ['./d', 4],
      ['./e', 5],
    ]);
  });
});
