import type { Language, ModelProvider } from './settings';

/** Where a key is kept: the system's keychain, this app's memory until it quits, or a file that does not protect it. */
export type KeepKey = 'keychain' | 'session' | 'unprotected';

/** What the connect view is opened with. Keys never are part of it. */
export interface ConnectRequest {
  language: Language;
  theme: 'light' | 'dark';
  /** the service to connect; null: the person chooses */
  preset: string | null;
  /** the configured provider to edit */
  providerId: string | null;
  configured: ModelProvider[];
  /** Ollama as it was found on this computer */
  ollama: ModelProvider | null;
  /** whether the operating system keeps keys safe */
  keychain: boolean;
  /** addresses that have a key, kept or from the environment */
  keyedOrigins: string[];
}

/** What was connected. */
export interface SavedProvider {
  id: string;
  name: string;
  /** `provider:model` of new messages now */
  model: string | null;
}
