// Who may import whom (docs/architecture.md). Paths are relative to the project and use forward slashes.
import { isBuiltin } from 'node:module';

const MAY_IMPORT = {
  main: ['shared', 'rpc'],
  preload: ['shared'],
  renderer: ['shared'],
  engine: ['shared', 'rpc', 'plugin-api', 'skill-file'],
  'plugin-host': ['shared', 'rpc', 'plugin-api', 'skill-file'],
  cli: ['engine', 'shared'],
  rpc: ['shared'],
  'skill-file': ['shared'],
  shared: ['plugin-api'],
  'plugin-api': [],
};

const MAY_IMPORT_ELECTRON = ['main', 'preload'];
// These run where Node is absent, so a Node module there fails only at run time.
const WITHOUT_NODE = [
  /^src\/(renderer|preload|shared|plugin-api|skill-file)\//,
  /^src\/plugin-host\/prelude\//,
];
const ROOMS = [/^src\/engine\/[^/]+\//, /^src\/engine\/plugins\/[^/]+\//];
const IS_TEST = /\.test\.tsx?$|\/testing\//;

/** What is wrong with an import, in a few words; undefined when nothing is. */
export function violation({ importer, target }) {
  const from = areaOf(importer);
  if (!target.startsWith('src/')) return packageViolation(importer, from, target);
  const to = areaOf(target);
  if (from !== to) {
    if (!(from in MAY_IMPORT)) return `the area src/${from} has no rule`;
    if (!MAY_IMPORT[from].includes(to)) return `${from} must not import ${to}`;
  }
  return IS_TEST.test(importer) ? undefined : roomViolation(importer, target);
}

function packageViolation(importer, from, target) {
  if (/^electron(\/|$)/.test(target) && !MAY_IMPORT_ELECTRON.includes(from)) {
    return 'electron belongs to main and preload';
  }
  if (isBuiltin(target) && !IS_TEST.test(importer) && WITHOUT_NODE.some((area) => area.test(importer))) {
    return 'there is no Node where this runs';
  }
}

function roomViolation(importer, target) {
  for (const pattern of ROOMS) {
    const room = pattern.exec(target)?.[0];
    if (room && !importer.startsWith(room) && target !== `${room}index.ts`)
      return `enter ${room} through its index.ts`;
  }
}

function areaOf(path) {
  return path.split('/')[1];
}
