import { sep } from 'node:path';

/** Whether a path is the root or below it; both are real and absolute. */
export function isWithin(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
