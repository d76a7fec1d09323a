import type { PackageComponent } from '../../../shared/components';
import type { Permission } from '../../../shared/permissions';
import type { Diagnostic, NetworkReach, PackageFormat, SettingsPage } from '../../../shared/plugins';

/** What a package says of itself, once its manifest has been read and found valid. */
export interface PackageDescription {
  format: PackageFormat;
  id: string;
  name: string;
  version: string;
  description: string;
  author: string;
  permissions: Permission[];
  /** entry module inside the package; null where nothing runs in the sandbox */
  main: string | null;
  /** `data:` URL */
  icon: string | null;
  readme: string | null;
  settingsPages: SettingsPage[];
  network: NetworkReach;
  /** skills and MCP servers of its own; what a native plugin registers is known when it runs */
  components: PackageComponent[];
  diagnostics: Diagnostic[];
}

/** One package format. Adding one means adding a folder beside this file and a line in index.ts. */
export interface Format {
  format: PackageFormat;
  /** the file at the package's root that makes it this format (S1) */
  manifestFile: string;
  /**
   * Reads the unpacked package in `directory`. Runs nothing of it.
   * @throws `manifest_*`, `plugin_import_unsupported` naming file, field and rule
   */
  read(directory: string): Promise<PackageDescription>;
}
