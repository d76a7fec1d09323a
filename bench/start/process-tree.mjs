// Resident memory of a process and everything it started, from /proc (Linux).
import { readdirSync, readFileSync } from 'node:fs';

const KIB_PER_MIB = 1024;

/**
 * `[{pid, kind, rss, pss}]` in MiB. RSS counts a page once per process that has it mapped; PSS divides shared pages among
 * them, so that only its sum is what the machine would get back. `pss` is null for a process the system hides.
 */
export function memoryOfTree(root) {
  return descendants(root).flatMap((pid) => {
    const status = read(pid, 'status');
    const rss = field(status, 'VmRSS');
    if (rss === null) return []; // ended meanwhile
    return [
      {
        pid: Number(pid),
        kind: kindOf(read(pid, 'cmdline')),
        rss,
        pss: field(read(pid, 'smaps_rollup'), 'Pss'),
      },
    ];
  });
}

/** The sum of one figure, or null when a process has none. */
export function total(processes, figure) {
  if (processes.some((process) => process[figure] === null)) return null;
  return processes.reduce((sum, process) => sum + process[figure], 0);
}

function descendants(root) {
  const children = new Map();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) && /^PPid:\s+(\d+)/m.exec(read(name, 'status'))?.[1];
    if (parent) children.set(parent, [...(children.get(parent) ?? []), name]);
  }
  const collect = (pid) => [pid, ...(children.get(pid) ?? []).flatMap(collect)];
  return collect(String(root));
}

function kindOf(commandLine) {
  const type = /--type=([\w-]+)/.exec(commandLine)?.[1];
  const service = /--utility-sub-type=[\w.]*?\.?(\w+Service)/.exec(commandLine)?.[1];
  if (type) return service ?? type;
  if (commandLine.includes('plugin-host')) return 'plugin';
  return commandLine.includes('engine.js') ? 'engine' : 'main';
}

function field(text, name) {
  const found = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text);
  return found ? Number(found[1]) / KIB_PER_MIB : null;
}

function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // ended, or another user's
  }
}
