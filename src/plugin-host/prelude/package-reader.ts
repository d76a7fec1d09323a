import type { FileKind } from '../guest-protocol';
import type { Channel } from './channel';

/** The plugin's own package, read through the process while the guest waits. Paths begin with `/plugin`. */
export interface PackageReader {
  kind(path: string): FileKind | null;
  list(path: string): ({ name: string } & FileKind)[];
  /** @throws when there is no such file */
  bytes(path: string): ArrayBuffer;
  text(path: string): string;
}

/** Files cross beside the questions, as bytes or as text that the process has decoded: ten megabytes are no message. */
export type ReadFile = (path: string, asText: boolean) => ArrayBuffer | string | null;

export function openPackage(channel: Pick<Channel, 'ask'>, readFile: ReadFile): PackageReader {
  const read = (path: string, asText: boolean) => {
    const content = readFile(path, asText);
    // What went wrong is asked for in words: an exception from outside would carry the process's own paths.
    if (content === null) channel.ask('whyUnreadable', { path });
    return content;
  };
  return {
    kind: (path) => channel.ask('fileKind', { path }),
    list: (path) => channel.ask('listFolder', { path }),
    bytes: (path) => read(path, false) as ArrayBuffer,
    text: (path) => read(path, true) as string,
  };
}
