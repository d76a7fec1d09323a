import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessRef } from './fixtures/processes';

/** Every file below a folder that holds the text, as UTF-8 or as the UTF-16 that Chromium writes (ATTACKS 21). */
export function filesHolding(folder: string, text: string): string[] {
  const forms = [Buffer.from(text), Buffer.from(text, 'utf16le'), Buffer.from(text).toString('base64')];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const content = read(path);
      return forms.some((form) => content.includes(form));
    });
}

/** The processes whose environment or command line holds it. */
export function processesHolding(processes: readonly ProcessRef[], text: string): string[] {
  return processes
    .filter(({ pid }) =>
      ['environ', 'cmdline'].some((file) => {
        const path = `/proc/${pid}/${file}`;
        return existsSync(path) && read(path).includes(text);
      }),
    )
    .map(({ command }) => command);
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0); // a socket, a lock, or gone while we looked
  }
}
