/** Permission names a native manifest may ask for (S3), in the order the consent view lists them. */
export const permissions = [
  'agent.tools',
  'agent.skills',
  'agent.prompts',
  'agent.rules',
  'network.http',
  'agent.preview',
  'agent.settings',
  'agent.hooks.observe',
  'agent.hooks.control',
  'agent.commands',
  'session.inject',
  'session.post',
  'llm.complete',
  'llm.override',
  'mcp.call',
] as const;

export type Permission = (typeof permissions)[number];

/** Names accepted in manifests for another name's permission (S3). */
export const permissionAliases: Readonly<Record<string, Permission>> = { 'agent.pre_rules': 'agent.rules' };
