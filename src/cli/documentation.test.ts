import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorCodes } from '../shared/errors';
import { allCommands } from './help';
import { chinese } from './help-zh';
import { buildProgram } from './program';

it('every sentence of the help has its Chinese', () => {
  const commands = [buildProgram('en')].flatMap((program) => [program, ...allCommands(program)]);
  const sentences = commands.flatMap((command) => [
    command.description(),
    ...command.options.map((option) => option.description),
  ]);
  expect(sentences.filter((sentence) => sentence && !chinese[sentence])).toEqual([]);
  expect(buildProgram('zh').helpInformation()).toContain('用法：');
});

it('docs/cli.md lists every error code, and no other', () => {
  const text = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');
  const table = text.slice(text.indexOf('## Error codes'));
  // The first column only: the second one may name commands.
  const listed = table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([a-z_]+)`/g)].map((match) => match[1]));
  expect(new Set(listed)).toEqual(new Set(errorCodes));
});
