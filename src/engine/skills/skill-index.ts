import { oneLine } from '../../shared/visible-text';

/** H3, S13: the index the system prompt carries. */
const LIMIT_BYTES = 4096;
/** characters of one description, before anything has to be cut */
const DESCRIPTION = 400;

interface Line {
  name: string;
  description: string;
}

/**
 * One `- name: description` line a skill, at most 4 KB in all. When they don't fit, descriptions are cut to equal shares, and
 * a last line says how many; every skill keeps its name. Where even names are too many, those of one plugin share a line.
 */
export function skillIndex(skills: readonly Line[]): string {
  const names = `${skills.map(({ name }) => `- ${name}`).join('\n')}\n${note(skills.length, skills.length)}`;
  if (bytes(names) > LIMIT_BYTES) return grouped(skills);
  const lines = skills.map(({ name, description }) => ({
    name,
    description: oneLine(description.slice(0, 4 * DESCRIPTION)),
  }));
  const whole = lines.map(render).join('\n');
  if (bytes(whole) <= LIMIT_BYTES && lines.every(({ description }) => [...description].length <= DESCRIPTION))
    return whole;
  for (let share = DESCRIPTION; share > 8; share = Math.floor(share * 0.8)) {
    const text = cutTo(lines, share);
    if (bytes(text) <= LIMIT_BYTES) return text;
  }
  return names;
}

function cutTo(lines: readonly Line[], share: number): string {
  const cut = lines.map(({ name, description }) => ({ name, description: shorten(description, share) }));
  const shorter = cut.filter(({ description }, index) => description !== lines[index]?.description).length;
  return `${cut.map(render).join('\n')}\n${note(shorter, lines.length)}`;
}

/** `- library/: lending, returns`; what still does not fit is counted, and can be asked for by its name. */
function grouped(lines: readonly Line[]): string {
  const groups = Map.groupBy(lines, ({ name }) => name.slice(0, name.indexOf('/') + 1));
  const end = note(lines.length, lines.length);
  let text = '';
  let left = lines.length;
  for (const [prefix, group] of groups) {
    let line = prefix ? `- ${prefix}: ` : '- ';
    let separator = '';
    for (const { name } of group) {
      const next = `${separator}${name.slice(prefix.length)}`;
      if (bytes(text + line + next) + bytes(end) + 80 > LIMIT_BYTES) break;
      line += next;
      separator = ', ';
      left--;
    }
    if (separator) text += `${line}\n`;
  }
  const more = left > 0 ? `(${left} more are not listed; secagent__read_skill reads them by name)\n` : '';
  return text + more + end;
}

function note(cut: number, all: number): string {
  return `(the descriptions of ${cut} of ${all} skills are cut; secagent__read_skill has them whole)`;
}

function render({ name, description }: Line): string {
  return description ? `- ${name}: ${description}` : `- ${name}`;
}

function shorten(text: string, characters: number): string {
  const all = [...text];
  return all.length <= characters ? text : `${all.slice(0, characters - 1).join('')}…`;
}

function bytes(text: string): number {
  return Buffer.byteLength(text);
}
