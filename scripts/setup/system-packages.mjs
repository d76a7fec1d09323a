// The libraries, fonts and virtual display that Electron needs on Debian and Ubuntu.
import { existsSync } from 'node:fs';
import { collect } from '../lib/run.mjs';
import { fail, say } from '../lib/terminal.mjs';
import { explain } from './explain.mjs';

// Newer releases carry the same library under a second name.
const LIBRARIES = [
  ['libgtk-3-0', 'libgtk-3-0t64'],
  ['libnss3'],
  ['libasound2', 'libasound2t64'],
  ['libgbm1'],
];
const DISPLAY = [['xvfb'], ['xauth']];
const FONTS = [['fonts-noto-cjk']];

/** Installs what is missing as root; as an ordinary user says what an administrator has to type. */
export async function ensureSystemPackages({ window }) {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/dpkg-query')) return;
  const hasDisplay = Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
  const needed = [...LIBRARIES, ...(hasDisplay ? [] : DISPLAY), ...FONTS];
  const missing = await missingOf(needed);
  if (missing.length === 0) return;
  if (process.getuid() === 0) return install(missing);

  const names = missing.map(([name]) => name);
  const sentence = `System packages are missing; an administrator has to run: apt-get install -y --no-install-recommends ${names.join(' ')}`;
  const onlyFonts = missing.every((entry) => FONTS.includes(entry));
  if (window && !onlyFonts) fail(sentence);
  say(sentence);
}

async function install(missing) {
  say(`installing system packages: ${missing.map(([name]) => name).join(', ')} …`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  // A list that is out of date still installs from what it knows, so only the installation itself may fail.
  await collect('apt-get', ['update', '-qq'], options);
  const names = await Promise.all(missing.map(nameHere));
  const command = [
    'install',
    '-y',
    '-qq',
    '--no-install-recommends',
    '-o',
    'DPkg::Lock::Timeout=60',
    ...names,
  ];
  const { code, output } = await collect('apt-get', command, options);
  if (code !== 0) fail(`The system packages could not be installed: ${explain(output)}`);
}

async function missingOf(needed) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query fills it in
  const format = '-f=${binary:Package} ${db:Status-Status}\n';
  const { output } = await collect('dpkg-query', ['-W', format, ...needed.flat()]);
  const installed = new Set();
  for (const [, name] of output.matchAll(/^([a-z0-9.+-]+)(?::\w+)? installed$/gm)) installed.add(name);
  return needed.filter((names) => !names.some((name) => installed.has(name)));
}

async function nameHere([name, newer]) {
  if (!newer) return name;
  const { code } = await collect('apt-cache', ['show', newer]);
  return code === 0 ? newer : name;
}
