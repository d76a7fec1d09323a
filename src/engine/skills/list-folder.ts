import { opendirSync } from 'node:fs';
import { join } from 'node:path';

const MAX_ENTRIES = 5_000;
const MAX_DEPTH = 16;

export interface FolderContents {
  /** paths below the folder with forward slashes, sorted */
  files: string[];
  /** links, which are not followed */
  links: string[];
}

/**
 * What lies in a skill's folder. It stops at 5,000 entries and 16 levels and never enters a link: `readdir` of Node does when it
 * is recursive, also out of the folder and in circles.
 */
export function listFolder(directory: string): FolderContents {
  const found: FolderContents = { files: [], links: [] };
  let left = MAX_ENTRIES;
  const look = (below: string, depth: number): void => {
    const folder = opendirSync(join(directory, below));
    const folders: string[] = [];
    try {
      for (let entry = folder.readSync(); entry && left-- > 0; entry = folder.readSync()) {
        const path = below === '' ? entry.name : `${below}/${entry.name}`;
        if (entry.isSymbolicLink()) found.links.push(path);
        else if (entry.isFile()) found.files.push(path);
        else if (entry.isDirectory() && depth < MAX_DEPTH) folders.push(path);
      }
    } finally {
      folder.closeSync();
    }
    for (const path of folders.sort()) look(path, depth + 1);
  };
  look('', 1);
  return { files: found.files.sort(), links: found.links.sort() };
}
