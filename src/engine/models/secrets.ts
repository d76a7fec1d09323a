import type { ModelChoice } from './model';

/** Where keys are kept: the system's keychain in the window, the environment in the command line. */
export interface Secrets {
  /** the key for requests to this origin, like `https://api.deepseek.com`; null when there is none */
  get(origin: string): Promise<string | null>;
}

/** Which variable holds whose key: one is only ever read for the origin it belongs to (ATTACKS 21). */
const variables: Readonly<Record<string, string>> = {
  'https://api.openai.com': 'OPENAI_API_KEY',
  'https://api.anthropic.com': 'ANTHROPIC_API_KEY',
  'https://generativelanguage.googleapis.com': 'GEMINI_API_KEY',
  'https://api.deepseek.com': 'DEEPSEEK_API_KEY',
};

/**
 * Keys of the environment. SECAGENT_API_KEY belongs to SECAGENT_BASE_URL; without that, to the address given with
 * the command.
 */
export function environmentSecrets(env: NodeJS.ProcessEnv, choice: ModelChoice): Secrets {
  const own = originOf(env.SECAGENT_BASE_URL || choice.baseUrl || '');
  return {
    get: async (origin) => (origin === own && env.SECAGENT_API_KEY) || env[variables[origin] ?? ''] || null,
  };
}

/** The first that has a key. */
export function firstOf(...all: (Secrets | undefined)[]): Secrets {
  return {
    async get(origin) {
      for (const secrets of all) {
        const key = await secrets?.get(origin);
        if (key) return key;
      }
      return null;
    },
  };
}

/** The variable that would hold the key for this origin, for the sentence that says one is missing. */
export function keyVariable(origin: string): string {
  return variables[origin] ?? 'SECAGENT_API_KEY';
}

/** The provider whose usual variable is set, in a fixed order; null when none is. */
export function originWithKey(env: NodeJS.ProcessEnv): string | null {
  return Object.keys(variables).find((origin) => env[variables[origin] ?? '']) ?? null;
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}
