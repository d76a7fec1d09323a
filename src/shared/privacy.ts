/** What goes where, as the settings stand now. */
export interface PrivacyFacts {
  /** null: the demo model, nothing leaves */
  model: { label: string; service: string; origin: string; onThisComputer: boolean } | null;
  /** switched-on plugins that may reach the network */
  networkPlugins: { id: string; name: string; readsMessages: boolean; anySite: boolean }[];
  /** switched-on plugins that see every message */
  readingPlugins: { id: string; name: string }[];
  proxy: { mode: 'system' | 'none' } | { mode: 'manual'; url: string };
  dataDir: string;
  logsDir: string;
}

/** How the current model is reached. */
export type NetworkTest =
  | { outcome: 'demo' }
  | { outcome: 'reached'; host: string; via: string | null; ms: number }
  | {
      outcome: 'failed';
      host: string;
      via: string | null;
      /** what did not let us through */
      at: 'proxy' | 'service' | 'settings';
      /** `dns`, `refused`, `unknown_issuer`, `proxy_auth`… */
      reason: string;
      /** in English, with the exact code */
      message: string;
    };
