/** Names inside a backup, and of the same things once a backup is unpacked. */
export const names = {
  manifest: 'manifest.json',
  settings: 'settings.json',
  database: 'secagent.db',
  /** `<id>/<folder>/…` */
  store: 'plugins/store',
  /** `<id>/…` */
  pluginData: 'plugins/data',
} as const;

/** A plugin's id as the manifest schema allows it: it becomes the name of a folder. */
export const pluginIdPattern = /^[a-z0-9](?:[a-z0-9.-]{0,62}[a-z0-9])?$/;

/** A tree of the store: its digest, and a few characters more when it stood beside an equal one. */
export const treePattern = /^([0-9a-f]{64})(?:\.[0-9a-f]{8})?$/;
