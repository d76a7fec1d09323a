/** What a backup says about itself, in its manifest.json. */
export interface BackupManifest {
  format: 'secagent-backup';
  formatVersion: 1;
  /** ms since the epoch */
  createdAt: number;
  /** SecAgent that made it */
  version: string;
}

/** What the window shows before anything is replaced. Counted in the backup itself, not read from its manifest. */
export interface BackupPreview extends Pick<BackupManifest, 'createdAt' | 'version'> {
  restoreId: string;
  fileName: string;
  sessions: number;
  plugins: { id: string; name: string; version: string }[];
  /** bytes: the file, and what it unpacks to */
  size: number;
  unpacked: number;
  /** hosts messages would go to, and the proxy, as the backup's settings say */
  services: string[];
  proxy: string | null;
}

export interface BackupResult {
  path: string;
  size: number;
  /** files of plugins whose names other systems can't store */
  skipped: string[];
}
