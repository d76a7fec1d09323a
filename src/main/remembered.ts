import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Ajv } from 'ajv';
import Type, { type Static } from 'typebox';

const coordinate = Type.Integer({ minimum: -100_000, maximum: 100_000 });

/** What the next start needs before the engine has answered: where the window was and how it looked. */
const schema = Type.Object({
  bounds: Type.Optional(Type.Object({ x: coordinate, y: coordinate, width: coordinate, height: coordinate })),
  maximized: Type.Optional(Type.Boolean()),
  theme: Type.Optional(Type.Union([Type.Literal('system'), Type.Literal('light'), Type.Literal('dark')])),
  language: Type.Optional(Type.Union([Type.Literal('zh'), Type.Literal('en'), Type.Null()])),
});

export type Remembered = Static<typeof schema>;

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

function read(file: string): Remembered {
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return new Ajv().validate(schema, found) ? (found as Remembered) : {};
  } catch {
    return {};
  }
}
