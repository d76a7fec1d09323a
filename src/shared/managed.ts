import type { SettingsProblem } from './settings';

/** What a computer's administrator decided for everyone on it (M20). */
export interface ManagedInfo {
  /** where the file is looked for */
  path: string;
  /** there is one, and it is used */
  active: boolean;
  /** settings nobody else can change, like `network.proxy` or `plugins.allowed` */
  locked: string[];
  /** why the file, or an entry of it, is not used */
  problems: SettingsProblem[];
}
