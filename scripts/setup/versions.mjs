// The versions of Node and npm that the set-up itself needs, and of the Node it installed.
import { existsSync } from 'node:fs';
import { npm, ownNode, versionOf } from '../lib/run.mjs';
import { fail } from '../lib/terminal.mjs';

const MINIMUM = { node: 20, npm: 10 };
const OWN_NODE_MAJOR = 26;

const major = (version) => Number.parseInt(version, 10);

/** Ends with one sentence when Node or npm is too old. */
export function checkVersions() {
  if (major(process.versions.node) < MINIMUM.node) {
    fail(
      `Node ${process.versions.node} is too old; install Node ${MINIMUM.node} or newer and run this again.`,
    );
  }
  const found = npmVersion();
  if (!found) fail('npm was not found; install Node together with its npm and run this again.');
  if (major(found) < MINIMUM.npm) {
    fail(`npm ${found} is too old; run "npm install -g npm@${MINIMUM.npm}" (or newer) and run this again.`);
  }
}

/** Ends with one sentence when the Node that comes with the packages is missing or does not run. */
export function checkOwnNode() {
  const path = ownNode();
  if (!path) {
    fail(
      `This platform (${process.platform} ${process.arch}) is not supported: the sandbox has no build for it; ` +
        'Linux x64 and arm64, macOS on Apple silicon and Windows x64 are.',
    );
  }
  if (!existsSync(path)) {
    fail(
      'The Node runtime of the project is missing; delete node_modules and run this again with optional packages allowed.',
    );
  }
  const version = versionOf({ command: path, args: ['--version'] });
  if (!version)
    fail(
      `The Node runtime of the project (${path}) does not run here; the system's C library may be too old for it.`,
    );
  if (major(version) !== OWN_NODE_MAJOR) {
    fail(
      `The Node runtime of the project is ${version}, expected ${OWN_NODE_MAJOR}; delete node_modules and run this again.`,
    );
  }
}

function npmVersion() {
  // npm says its version to the scripts it runs; asking again would cost a fifth of a second.
  const announced = /^npm\/(\S+)/.exec(process.env.npm_config_user_agent ?? '')?.[1];
  return announced ?? versionOf(npm(['--version']));
}
