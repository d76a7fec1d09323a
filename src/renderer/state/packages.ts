import { create } from 'zustand';
import { type ErrorInfo, toErrorInfo } from '../../shared/errors';
import { MAX_DROPPED_FILES } from '../../shared/plugins';
import { call } from './call';

export type PackageNotice =
  | { key: number; kind: 'refused'; fileName: string; error: ErrorInfo }
  | {
      key: number;
      kind: 'decided';
      id: string;
      name: string;
      version: string;
      outcome: 'installed' | 'enabled';
    }
  | { key: number; kind: 'failed'; id: string; name: string; version: string; error: ErrorInfo }
  | { key: number; kind: 'notAFile' }
  | { key: number; kind: 'tooMany'; max: number; rest: number };

interface Packages {
  /** the file being checked now */
  opening: string | null;
  notices: PackageNotice[];
  dismiss(key: number): void;
}

/** What became of the files that were dropped or picked. */
export const usePackages = create<Packages>()((set) => ({
  opening: null,
  notices: [],
  dismiss: (key) => set(({ notices }) => ({ notices: notices.filter((notice) => notice.key !== key) })),
}));

let nextKey = 1;

export function followPackages(): void {
  window.secagent.on('packages.opening', ({ fileName }) => usePackages.setState({ opening: fileName }));
  window.secagent.on('packages.refused', ({ fileName, error }) => {
    usePackages.setState({ opening: null });
    add({ key: nextKey++, kind: 'refused', fileName, error });
  });
  window.secagent.on('packages.decided', ({ id, name, version, ...what }) => {
    usePackages.setState({ opening: null });
    const plugin = { key: nextKey++, id, name, version };
    if (what.outcome === 'failed') add({ ...plugin, kind: 'failed', error: what.error });
    else if (what.outcome !== 'cancelled') add({ ...plugin, kind: 'decided', outcome: what.outcome });
  });
}

export function pickPackages(): void {
  void call('packages.pick', {}).catch((error: unknown) => refuse('', error));
}

export async function openDropped(files: File[]): Promise<void> {
  const rest = files.length - MAX_DROPPED_FILES;
  if (rest > 0) add({ key: nextKey++, kind: 'tooMany', max: MAX_DROPPED_FILES, rest });
  const answer = await window.secagent.openDropped(files.slice(0, MAX_DROPPED_FILES));
  if (answer.ok && !answer.value) add({ key: nextKey++, kind: 'notAFile' });
  if (!answer.ok) refuse(files.map(({ name }) => name).join(', '), answer.error);
}

function refuse(fileName: string, error: unknown): void {
  const info =
    typeof error === 'object' && error && 'code' in error ? (error as ErrorInfo) : toErrorInfo(error);
  add({ key: nextKey++, kind: 'refused', fileName, error: info });
}

/** More would cover what people work on; the newest say most. */
const MAX_NOTICES = 2;

function add(notice: PackageNotice): void {
  usePackages.setState(({ notices }) => ({ notices: [...notices, notice].slice(-MAX_NOTICES) }));
}

/** Good news has been seen when people go on. */
export function dismissGoodNews(): void {
  usePackages.setState(({ notices }) => ({ notices: notices.filter(({ kind }) => kind !== 'decided') }));
}
