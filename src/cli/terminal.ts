import { createInterface } from 'node:readline/promises';
import { type ErrorInfo, SecAgentError, toErrorInfo } from '../shared/errors';
import type { Language } from '../shared/settings';
import { errorTexts } from '../shared/texts/errors';
import { plainText } from '../shared/visible-text';
import { type Texts, texts } from './texts';

/** Exit codes of CLI.md. */
export const exitCodes = { done: 0, failed: 1, usage: 2, refused: 3, interrupted: 130 } as const;

export interface GlobalOptions {
  home?: string;
  workspace?: string;
  json?: boolean;
  lang?: string;
  verbose?: boolean;
  yes?: boolean;
}

/** What a command prints and asks; decided once from the global options and the terminal. */
export interface Terminal {
  options: GlobalOptions;
  language: Language;
  t: Texts;
  /** both ends of a conversation are a person's terminal */
  interactive: boolean;
  /** results, on stdout */
  print(line: string): void;
  /** the command's value with --json; printed once, when the command has ended well */
  json(value: Record<string, unknown>): void;
  flush(): void;
  /** progress, on stderr */
  note(line: string): void;
  /** progress that matters less */
  aside(line: string): void;
  /** asks on stderr, so that stdout holds results only */
  ask(question: string): Promise<string>;
}

export function openTerminal(options: GlobalOptions): Terminal {
  const language = languageOf(options.lang);
  const colour = process.stderr.isTTY === true && !process.env.NO_COLOR;
  let value: Record<string, unknown> | null = null;
  return {
    options,
    language,
    t: texts(language),
    interactive: process.stdin.isTTY === true && process.stderr.isTTY === true && !options.json,
    print: (line) => void process.stdout.write(`${plainText(line)}\n`),
    json(given) {
      value = given;
    },
    flush() {
      if (value) printJson({ ok: true, ...value });
    },
    note: (line) => void process.stderr.write(`${plainText(line)}\n`),
    aside: (line) =>
      void process.stderr.write(colour ? `\u001b[2m${plainText(line)}\u001b[22m\n` : `${plainText(line)}\n`),
    async ask(question) {
      const reader = createInterface({ input: process.stdin, output: process.stderr });
      const closed = new Promise<never>((_, reject) => {
        const end = () => reject(new SecAgentError('stopped', 'stopped'));
        reader.once('close', end);
        reader.once('SIGINT', end);
      });
      try {
        return (await Promise.race([reader.question(plainText(question)), closed])).trim();
      } finally {
        reader.close();
      }
    },
  };
}

/** With --json exactly one value on stdout. */
function printJson(value: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** Reports a failure the way the options ask for and sets the exit code. */
export function reportFailure(terminal: Terminal, thrown: unknown): void {
  const error = toErrorInfo(thrown);
  process.exitCode = exitCodeOf(error);
  if (terminal.options.json) {
    printJson({ ok: false, error });
    return;
  }
  showError(terminal, error);
  if (terminal.options.verbose && thrown instanceof Error) terminal.note(thrown.stack ?? '');
}

/** What happened and what to do in the user's language, then the sentence that names file, field and rule. */
export function showError({ language, t, note }: Terminal, error: ErrorInfo): void {
  const text = errorTexts[language][error.code];
  note(`${t.error}: ${text ?? error.message}`);
  if (text) note(`  ${error.message}`);
  if (error.code === 'model_key_missing') note(`  ${t.keysOfTheWindow}`);
}

function exitCodeOf(error: ErrorInfo): number {
  switch (error.code) {
    case 'usage':
      return exitCodes.usage;
    case 'consent_required':
    case 'consent_refused':
      return exitCodes.refused;
    case 'stopped':
      return exitCodes.interrupted;
    default:
      return exitCodes.failed;
  }
}

/** The option's language, else the system's. @throws `usage` */
export function languageOf(option: string | undefined): Language {
  if (option === 'zh' || option === 'en') return option;
  if (option !== undefined) throw new SecAgentError('usage', '--lang takes zh or en');
  const system = process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG || '';
  return system.toLowerCase().startsWith('zh') ||
    Intl.DateTimeFormat().resolvedOptions().locale.startsWith('zh')
    ? 'zh'
    : 'en';
}
