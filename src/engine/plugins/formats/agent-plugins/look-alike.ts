import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SecAgentError } from '../../../../shared/errors';
import { MANIFEST_FILE, PLUGIN_SCHEMA } from './manifest';

/** Manifests of other hosts, where they keep them. */
const OTHERS: readonly (readonly [path: string, format: string])[] = [
  ['.claude-plugin/plugin.json', 'a Claude Code plugin'],
  ['.codex-plugin/plugin.json', 'a Codex plugin'],
  ['.cursor-plugin/plugin.json', 'a Cursor plugin'],
  ['.plugin/plugin.json', 'an Open Plugins package'],
  ['POWER.md', 'a Kiro power'],
  ['gemini-extension.json', 'a Gemini CLI extension'],
  ['plugin.yaml', 'a Hermes plugin'],
  ['manifest.json', 'a package of another program'],
  ['SKILL.md', 'a single skill'],
];

/**
 * What a `plugin.json` without the right `$schema` looks like, and what is missing (S5). Nothing of it is guessed: the format
 * is named so that its author or user knows what to ask for.
 */
export function lookAlike(directory: string, raw: Record<string, unknown>): SecAgentError {
  const { $schema } = raw;
  const version =
    typeof $schema === 'string'
      ? /^https:\/\/agent-plugins\.org\/schemas\/([^/]{1,20})\//.exec($schema)?.[1]
      : undefined;
  if (version !== undefined && version !== '1.0.0') {
    return unsupported(
      `Agent Plugins ${version}`,
      `it is written for Agent Plugins ${version}; this version of SecAgent reads 1.0.0`,
    );
  }
  if (Array.isArray(raw.tools)) {
    return unsupported(
      'command plugin',
      'it has "tools" and looks like a command plugin, which this version cannot install',
    );
  }
  const other = findOther(directory);
  const given =
    $schema === undefined ? 'it has no $schema' : `its $schema is ${JSON.stringify($schema).slice(0, 120)}`;
  const like = other ? `, and ${other.path} makes it look like ${other.format}` : '';
  return unsupported(
    other?.format ?? 'unknown',
    `${given}${like}; an Agent Plugins package has "$schema": "${PLUGIN_SCHEMA}"`,
  );
}

/** The manifest of another host in a package that has none of ours, or null. */
export function findOther(directory: string): { path: string; format: string } | null {
  const found = OTHERS.find(([path]) => existsSync(join(directory, path)));
  return found ? { path: found[0], format: found[1] } : null;
}

function unsupported(format: string, sentence: string): SecAgentError {
  return new SecAgentError(
    'package_format_unsupported',
    `${MANIFEST_FILE} is of another format: ${sentence}`,
    {
      file: MANIFEST_FILE,
      format,
    },
  );
}
