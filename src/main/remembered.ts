import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Language, Theme } from '../shared/settings';

/** What the next start needs before the engine has answered: where the window was and how it looked. */
export interface Remembered {
  bounds?: Bounds;
  maximized?: boolean;
  theme?: Theme;
  language?: Language | null;
  /** the welcome was shown, or skipped */
  welcomed?: boolean;
}

interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Memory {
  readonly value: Remembered;
  remember(change: Partial<Remembered>): void;
}

/** Reads the file, or starts empty when it is missing or damaged: nothing in it is worth an error. */
export function openMemory(file: string): Memory {
  let value = read(file);
  return {
    get value() {
      return value;
    },
    remember(change) {
      value = { ...value, ...change };
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        writeFileSync(`${file}.new`, JSON.stringify(value));
        renameSync(`${file}.new`, file);
      } catch {
        // The window opens in its default place next time.
      }
    },
  };
}

/** Plain checks: compiling a schema here would cost every start some 50 ms. */
function read(file: string): Remembered {
  try {
    const { bounds, maximized, theme, language, welcomed } = JSON.parse(
      readFileSync(file, 'utf8'),
    ) as Remembered;
    return {
      ...(isBounds(bounds) && { bounds }),
      ...(typeof maximized === 'boolean' && { maximized }),
      ...((theme === 'system' || theme === 'light' || theme === 'dark') && { theme }),
      ...((language === 'zh' || language === 'en' || language === null) && { language }),
      ...(typeof welcomed === 'boolean' && { welcomed }),
    };
  } catch {
    return {};
  }
}

function isBounds(value: Bounds | undefined): value is Bounds {
  const { x, y, width, height } = value ?? {};
  return [x, y, width, height].every((n) => Number.isInteger(n) && Math.abs(Number(n)) <= 100_000);
}
