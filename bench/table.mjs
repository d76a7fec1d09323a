// A report as text: one line per comparison, then what else was found out.

const HEADINGS = ['', 'value', 'baseline', 'ratio (min–max)', 'goal', ''];

/** `report` is `{rows, notes}`; the rows come from figures.mjs. */
export function formatTable(name, { rows, notes }) {
  const cells = rows.map((row) => [
    row.what,
    amount(row.value, row.unit),
    `${amount(row.baseline, row.unit)} ${row.against}`,
    `${times(row.ratio)} ${spread(row)}`,
    goalOf(row),
    row.met === null ? '' : row.met ? 'met' : 'not met',
  ]);
  const table = [HEADINGS, ...cells];
  const widths = HEADINGS.map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
  return [`# ${name}`, ...lines, ...notes.map((note) => `- ${note}`), ''].join('\n');
}

function goalOf({ goal, limit, unit }) {
  if (limit !== null) return `≤ ${limit} ${unit}`;
  return goal === null ? '' : `≤ ${times(goal)}`;
}

function amount(value, unit) {
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`;
}

function spread({ lowest, highest, pairs }) {
  return lowest === null ? `(n=${pairs})` : `(${times(lowest)}–${times(highest)}, n=${pairs})`;
}

function times(ratio) {
  return `${ratio.toFixed(2)}×`;
}
