import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NativeManifest, nativeManifestSchema } from '../../../../plugin-api';
import { SecAgentError } from '../../../../shared/errors';
import { isOwnSecret } from '../../../../shared/own-secrets';
import { type Permission, permissionAliases, permissions } from '../../../../shared/permissions';
import type { Diagnostic, NetworkReach, SettingsPage } from '../../../../shared/plugins';
import { displayText } from '../display-text';
import type { Format, PackageDescription } from '../format';
import { readManifestJson } from '../manifest-json';
import { checkMain } from './check-main';
import { readIcon } from './icon';
import { checkManifest } from './manifest';

const FILE = 'secagent-plugin.json';
const README_LIMIT = 256 * 1024;
/** Prefixes of the host's own tools (S11). */
const reservedIds: ReadonlySet<string> = new Set(['secagent', 'mcp', 'constructor', 'prototype']);
/** The store has a folder named after the plugin. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;
/** Diagnostics of one kind; more say nothing more. */
const MAX_UNKNOWN_FIELDS = 20;

/** `secagent-plugin.json`: JavaScript that runs in the sandbox (S2). */
export const nativeFormat: Format = { format: 'native', manifestFile: FILE, read };

async function read(directory: string): Promise<PackageDescription> {
  const raw = readManifestJson(join(directory, FILE), FILE);
  const manifest = checkManifest(raw, FILE);
  const diagnostics: Diagnostic[] = [];
  const unknown = Object.keys(raw).filter(
    (field) => !Object.hasOwn(nativeManifestSchema.properties, field) && field !== '$schema',
  );
  for (const field of unknown.slice(0, MAX_UNKNOWN_FIELDS)) {
    const name = field.length > 60 ? `${field.slice(0, 60)}…` : field;
    const message = `${FILE}: the field ${JSON.stringify(name)} is unknown and was ignored`;
    diagnostics.push({ severity: 'info', code: 'manifest_field_unknown', message, file: FILE, field: name });
  }
  if (reservedIds.has(manifest.id)) throw invalid('id', `"${manifest.id}" is reserved for SecAgent itself`);
  if (deviceName.test(manifest.id)) throw invalid('id', `"${manifest.id}" is a device name on Windows`);
  const main = insidePath(manifest.main, 'main');
  if (!isFile(join(directory, main))) {
    throw new SecAgentError(
      'manifest_main_missing',
      `${FILE}: "main" names ${main}, which is not in the package`,
      {
        file: FILE,
        field: 'main',
        path: main,
      },
    );
  }
  await checkMain(directory, main);
  const shown = (field: string, text: string) => displayText(text, field, FILE, diagnostics);
  return {
    format: 'native',
    id: manifest.id,
    name: requireVisible(shown('name', manifest.name)),
    version: manifest.version,
    description: shown('description', manifest.description ?? ''),
    author: shown('author', manifest.author ?? ''),
    permissions: readPermissions(manifest.permissions, diagnostics),
    main,
    icon:
      manifest.icon === undefined
        ? null
        : readIcon(directory, insidePath(manifest.icon, 'icon'), FILE, diagnostics),
    readme: readReadme(directory, manifest.readme),
    settingsPages: readPages(manifest, shown, diagnostics),
    network: readNetwork(manifest, diagnostics),
    components: [],
    diagnostics,
  };
}

function requireVisible(name: string): string {
  if (name === '') throw invalid('name', 'must have visible characters');
  return name;
}

function readPermissions(names: string[], diagnostics: Diagnostic[]): Permission[] {
  const wanted = new Set<Permission>();
  for (const [index, name] of names.entries()) {
    const known = permissions.find((permission) => permission === name);
    const alias = Object.hasOwn(permissionAliases, name) ? permissionAliases[name] : undefined;
    if (!known && !alias) {
      throw invalid(
        `permissions/${index}`,
        `"${name}" is not a permission; known are ${permissions.join(', ')}`,
      );
    }
    if (alias) {
      diagnostics.push({
        severity: 'info',
        code: 'permission_alias',
        message: `${FILE}: the permission "${name}" was read as "${alias}"`,
        file: FILE,
        field: `permissions/${index}`,
      });
    }
    wanted.add((known ?? alias) as Permission);
  }
  return permissions.filter((permission) => wanted.has(permission));
}

function readPages(
  { settingsPages = [], permissions: wanted }: NativeManifest,
  shown: (field: string, text: string) => string,
  diagnostics: Diagnostic[],
): SettingsPage[] {
  if (settingsPages.length > 0) needs('settingsPages', 'agent.settings', wanted, diagnostics);
  const ids = new Set<string>();
  return settingsPages.map(({ id, title, description = '' }, index) => {
    if (ids.has(id)) throw invalid(`settingsPages/${index}/id`, `"${id}" is there twice`);
    ids.add(id);
    return {
      id,
      title: shown(`settingsPages/${index}/title`, title) || id,
      description: shown(`settingsPages/${index}/description`, description),
    };
  });
}

/** What narrows the plugin's reach (S20, X1). Our own secrets are nobody's to ask for. */
function readNetwork(
  { network = {}, permissions: wanted }: NativeManifest,
  diagnostics: Diagnostic[],
): NetworkReach {
  const { hosts, env = [] } = network;
  if (hosts) needs('network/hosts', 'network.http', wanted, diagnostics);
  const secret = env.findIndex((name) => isOwnSecret(name));
  if (secret >= 0)
    throw invalid(`network/env/${secret}`, `${env[secret]} is SecAgent's own and is given to no plugin`);
  return { hosts: hosts?.map(canonicalHost) ?? null, env: [...new Set(env)] };
}

/**
 * A host as the URL parser writes it, so that people see what is reached: `2130706433` is this computer. A `*.` stands for the
 * names below one that has a dot itself and is no address.
 */
function canonicalHost(host: string, index: number): string {
  const field = `network/hosts/${index}`;
  const wildcard = host.startsWith('*.');
  const name = wildcard ? host.slice(2) : host;
  const url = URL.canParse(`https://${name}`) ? new URL(`https://${name}`) : null;
  if (!url) throw invalid(field, `"${host}" is no host`);
  if (wildcard && (!url.hostname.includes('.') || /^[\d.]+$|^\[/.test(url.hostname)))
    throw invalid(field, `"${host}" must stand for the names below a domain, like *.example.org`);
  const port = /:(\d+)$/.exec(name.replace(/^\[.*\]/, ''))?.[1];
  return `${wildcard ? '*.' : ''}${url.hostname}${port === undefined ? '' : `:${Number(port)}`}`;
}

/** A field that does nothing without a permission the manifest does not ask for. */
function needs(field: string, permission: Permission, wanted: string[], diagnostics: Diagnostic[]): void {
  if (wanted.includes(permission)) return;
  const message = `${FILE}: ${field}: has no effect without the permission "${permission}"`;
  diagnostics.push({ severity: 'warning', code: 'permission_not_asked', message, file: FILE, field });
}

function readReadme(directory: string, named: string | undefined): string | null {
  const file = named === undefined ? 'README.md' : insidePath(named, 'readme');
  const path = join(directory, file);
  if (!existsSync(path) || !isFile(path)) return null;
  return readFileSync(path, 'utf8').slice(0, README_LIMIT);
}

/** A path field: relative, inside the package, with forward slashes. */
function insidePath(path: string, field: string): string {
  const segments = path.split('/').filter((segment) => segment !== '.' && segment !== '');
  const leaves =
    path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.includes('\\') || segments.includes('..');
  if (leaves || segments.length === 0 || path.includes('\0')) {
    throw invalid(field, `"${path}" must be a path inside the package, with forward slashes`);
  }
  return segments.join('/');
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function invalid(field: string, rule: string): SecAgentError {
  return new SecAgentError('manifest_invalid', `${FILE}: ${field}: ${rule}`, { file: FILE, field, rule });
}
