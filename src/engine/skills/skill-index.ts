/** H3, S13: the index the system prompt carries. */
const LIMIT_BYTES = 4096;

/**
 * One `- name: description` line a skill, at most 4 KB in all. When they don't fit, descriptions are cut to
 * equal shares; every skill keeps its name.
 */
export function skillIndex(skills: readonly { name: string; description: string }[]): string {
  const lines = skills.map((skill) => ({ name: skill.name, description: oneLine(skill.description) }));
  const size = (share: number) =>
    lines.reduce(
      (sum, line) => sum + Buffer.byteLength(render(line.name, cut(line.description, share))) + 1,
      0,
    );
  let share = 400;
  while (share > 0 && size(share) > LIMIT_BYTES) share = Math.floor(share * 0.8);
  return lines.map((line) => render(line.name, cut(line.description, share))).join('\n');
}

function render(name: string, description: string): string {
  return description ? `- ${name}: ${description}` : `- ${name}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function cut(text: string, characters: number): string {
  const all = [...text];
  if (all.length <= characters) return text;
  return characters < 2 ? '' : `${all.slice(0, characters - 1).join('')}…`;
}
