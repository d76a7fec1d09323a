export type Language = 'zh' | 'en';
export type Theme = 'system' | 'light' | 'dark';

/** What the window may show and change of `<config>/settings.json`. */
export interface Preferences {
  /** null: follow the operating system */
  language: Language | null;
  theme: Theme;
}

/** The model the next message goes to. */
export interface ModelInfo {
  /** e.g. `openai-compatible:qwen-plus`, or `demo` */
  id: string;
  label: string;
  demo: boolean;
}

export interface EngineStatus {
  version: string;
  model: ModelInfo;
  /** counts for the start-up summary (H9) */
  plugins: number;
  tools: number;
  skills: number;
  /** folders, for the About panel and error texts */
  configDir: string;
  dataDir: string;
  workspace: string;
}

export type EngineState = 'starting' | 'ready' | 'restarting' | 'failed';
