import { SecAgentError } from '../shared/errors';
import type { GuestQuestions } from './guest-protocol';
import { type PackageFiles, pathInPackage } from './package-files';
import { readSkillFolder } from './skill-folder';

/** of one file read with node:fs; the isolate's own heap has a limit besides */
const MAX_BYTES = 64 * 1024 * 1024;

/** What the guest asks of its package while it waits (S13, S20). */
export function fileQuestions(files: PackageFiles) {
  const bytes = (path: string) => files.bytes(pathInPackage(path), MAX_BYTES);
  return {
    answer<Q extends keyof GuestQuestions>(question: Q, { path }: GuestQuestions[Q]['params']): unknown {
      const given = String(path);
      switch (question) {
        case 'skill':
          return readSkillFolder(files, given);
        case 'fileKind':
          return files.kind(pathInPackage(given));
        case 'listFolder':
          return files.list(pathInPackage(given));
        case 'whyUnreadable':
          bytes(given);
          throw new SecAgentError('invalid_argument', `${given} cannot be read`);
        default:
          throw new SecAgentError('method_unknown', 'no such question');
      }
    },
    /** null when it can't be read: `whyUnreadable` says why */
    readFile(path: string, asText: boolean): Uint8Array | string | null {
      try {
        const content = bytes(path);
        return asText ? (content?.toString('utf8') ?? null) : content;
      } catch {
        return null;
      }
    },
  };
}
