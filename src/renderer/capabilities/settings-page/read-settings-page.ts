import { findForbiddenKey } from '../../../shared/forbidden-keys';
import { isPlainObject } from '../../../shared/json';
import { clip } from './clip';

/** What is drawn of an answer; whatever a plugin sends beyond that is left out. */
export const pageBounds = { fields: 50, actions: 20, options: 100 } as const;
const MAX_NAME = 64;
const MAX_LABEL = 200;
const MAX_TEXT = 1_000;
/** as much as a plugin's whole configuration holds */
const MAX_VALUE = 65_536;

export type Tone = 'ok' | 'warning' | 'error';

export interface PageMessage {
  text: string;
  tone: Tone | null;
}

export interface PageField {
  name: string;
  label: string;
  type: 'text' | 'secret' | 'number' | 'boolean' | 'select';
  /** what a number's input holds is a text as well */
  value: string | boolean;
  /** of a select; empty for the others */
  options: { value: string; label: string }[];
  description: string;
  placeholder: string;
}

export interface PageAction {
  id: string;
  label: string;
  look: 'primary' | 'secondary' | 'danger';
}

/** A handler's answer as far as it can be drawn. */
export interface SettingsView {
  message: PageMessage | null;
  fields: PageField[];
  actions: PageAction[];
  /** what else the answer holds, under its own keys; undefined when that is nothing */
  rest: unknown;
}

/**
 * Reads what a plugin's settings handler answered (S19). It may be any JSON: what has not the form of a message, a field or an
 * action is no error, it goes with the rest and is shown as plain data. Plugins written for other hosts send nothing else.
 */
export function readSettingsPage(answer: unknown): SettingsView {
  if (!isPlainObject(answer)) {
    return { message: null, fields: [], actions: [], rest: answer ?? undefined };
  }
  const { message, state, fields, actions, ...rest } = answer;
  const read: SettingsView = { message: readMessage(message, state), fields: [], actions: [], rest };
  if (message !== undefined && !read.message) rest.message = message;
  if (state !== undefined && !read.message?.tone) rest.state = state;
  if (Array.isArray(fields)) read.fields = readEach(fields, readField, pageBounds.fields, ({ name }) => name);
  else if (fields !== undefined) rest.fields = fields;
  if (Array.isArray(actions))
    read.actions = readEach(actions, readAction, pageBounds.actions, ({ id }) => id);
  else if (actions !== undefined) rest.actions = actions;
  if (Object.keys(rest).length === 0) read.rest = undefined;
  return read;
}

/** Whether it says anew what the page holds; a message alone only says how an action went. */
export function isWholePage({ fields, actions }: SettingsView): boolean {
  return fields.length > 0 || actions.length > 0;
}

/** What an action is asked with: the present values of all fields, as their types have them. */
export function argumentsOf(
  fields: readonly PageField[],
  draft: Readonly<Record<string, string | boolean>>,
): Record<string, string | number | boolean | null> {
  return Object.fromEntries(
    fields.map(({ name, type, value }) => {
      const now = (Object.hasOwn(draft, name) ? draft[name] : undefined) ?? value;
      if (type !== 'number') return [name, now];
      const number = String(now).trim() === '' ? Number.NaN : Number(now);
      return [name, Number.isFinite(number) ? number : null];
    }),
  );
}

function readMessage(message: unknown, state: unknown): PageMessage | null {
  if (typeof message !== 'string' || message.trim() === '') return null;
  const tone = state === 'ok' || state === 'warning' || state === 'error' ? state : null;
  return { text: clip(message, MAX_TEXT), tone };
}

/** The first `max` that can be drawn, none twice. */
function readEach<T>(
  values: unknown[],
  read: (value: Record<string, unknown>) => T | null,
  max: number,
  key: (item: T) => string,
): T[] {
  const found = new Map<string, T>();
  for (const value of values) {
    if (found.size >= max) break;
    const item = isPlainObject(value) ? read(value) : null;
    if (item && !found.has(key(item))) found.set(key(item), item);
  }
  return [...found.values()];
}

function readField(field: Record<string, unknown>): PageField | null {
  const name = readName(field.name);
  if (name === null) return null;
  const options = field.type === 'select' ? readOptions(field.options) : [];
  const type = typeOf(field.type, options.length > 0);
  const value = readValue(type, field.value);
  // A choice the plugin no longer offers stays visible until another one is made.
  if (type === 'select' && !options.some((option) => option.value === value))
    options.unshift({ value: String(value), label: String(value) });
  return {
    name,
    type,
    value,
    options,
    label: readLabel(field.label, name),
    description: readText(field.description, MAX_TEXT),
    placeholder: readText(field.placeholder, MAX_LABEL),
  };
}

function typeOf(type: unknown, hasOptions: boolean): PageField['type'] {
  if (type === 'secret' || type === 'number' || type === 'boolean') return type;
  return type === 'select' && hasOptions ? 'select' : 'text';
}

function readValue(type: PageField['type'], value: unknown): string | boolean {
  if (type === 'boolean') return value === true;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return readText(value, MAX_VALUE);
}

function readOptions(options: unknown): PageField['options'] {
  if (!Array.isArray(options)) return [];
  const read = ({ value, label }: Record<string, unknown>) =>
    typeof value === 'string' && value.length <= MAX_VALUE ? { value, label: readLabel(label, value) } : null;
  return readEach(options, read, pageBounds.options, ({ value }) => value);
}

function readAction({ id, label, primary, danger }: Record<string, unknown>): PageAction | null {
  const name = readName(id);
  if (name === null) return null;
  const look = danger === true ? 'danger' : primary === true ? 'primary' : 'secondary';
  return { id: name, label: readLabel(label, name), look };
}

/** A key of the arguments, or an action: nothing the engine would refuse (ATTACKS 1). */
function readName(name: unknown): string | null {
  const usable = typeof name === 'string' && name !== '' && name.length <= MAX_NAME;
  return usable && findForbiddenKey({ [name]: null }) === null ? name : null;
}

function readLabel(label: unknown, otherwise: string): string {
  return clip(typeof label === 'string' && label.trim() !== '' ? label : otherwise, MAX_LABEL);
}

function readText(text: unknown, max: number): string {
  return typeof text === 'string' ? clip(text, max) : '';
}
