import { realpathSync, type Stats, statSync } from 'node:fs';
import { isWithin } from '../../../is-within';

/**
 * What a path of the package really is, judged on real paths (Agent Plugins 4.1): links may lead to other files of the package,
 * never out of it. Null when there is nothing, `outside` when it leads out.
 */
export function realKind(root: string, path: string): { stats: Stats; path: string } | 'outside' | null {
  let real: string;
  try {
    real = realpathSync(path);
  } catch {
    return null; // not there, or a link to nothing
  }
  if (!isWithin(realpathSync(root), real)) return 'outside';
  return { stats: statSync(real), path: real };
}
