import { link, rename, stat } from 'node:fs/promises';

/**
 * Gives a finished file its name unless another has it: false then. A hard link decides that in one step; where there are
 * none (exFAT sticks, some network drives) the name is looked at first, which two programs at once could get past.
 */
export async function linkOrRename(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
  }
  if (await exists(to)) return false;
  await rename(from, to);
  return true;
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
