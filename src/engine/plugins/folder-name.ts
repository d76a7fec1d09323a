const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/;

/**
 * The folder of a plugin in the store and beside it. Names of Agent Plugins may be those of Windows' devices (`con`, `aux.tools`),
 * which no folder can have; none begins with `_`, so nothing else is called like that.
 */
export function folderName(id: string): string {
  return DEVICE.test(id) ? `_${id}` : id;
}

/** The id a folder of the store belongs to. */
export function idOfFolder(folder: string): string {
  return folder.replace(/^_/, '');
}
