import matter from 'gray-matter';
import { SecAgentError } from '../shared/errors';

/** A SKILL.md, read kindly: what another host would have read as well is read here (S7, H3). */
export interface SkillFile {
  /** the frontmatter; null where there is none */
  data: Readonly<Record<string, unknown>> | null;
  name: string | null;
  description: string | null;
  /** everything after the frontmatter */
  body: string;
  /** keys whose values had to be quoted before they could be read, such as `description: Use when: …` */
  quoted: string[];
}

const MARK = '\u0001frontmatter\u0001';
/** of frontmatter: YAML that is longer is no description of a skill */
const MAX_FRONTMATTER = 64 * 1024;

/** gray-matter would run `---js` as code. What comes here says `---` and nothing else, and there is YAML or nothing. */
const refuse = () => {
  throw new Error('front matter must be YAML');
};
const engines = {
  javascript: refuse,
  js: refuse,
  coffee: refuse,
  coffeescript: refuse,
  json: refuse,
  toml: refuse,
};

/**
 * Reads the text of a SKILL.md: BOM and CRLF are fine, frontmatter is optional, only YAML is read and nothing is run. A line
 * `---` ends the frontmatter only when it is nothing but that.
 * @throws `skill_invalid` when the frontmatter is no YAML mapping, also with its values quoted
 */
export function parseSkillFile(text: string): SkillFile {
  const clean = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n');
  const plain = { data: null, name: null, description: null, body: clean, quoted: [] };
  const parts = split(clean);
  if (!parts) return plain;
  const { language, yaml, rest } = parts;
  if (language !== '' && !/^ya?ml$/i.test(language))
    throw invalid(`it is "${language.slice(0, 40)}", and must be YAML`);
  if (yaml.length > MAX_FRONTMATTER) throw invalid('it is longer than 64 KiB');
  const { data, quoted } = readMapping(yaml);
  // A rule above prose, and another one below.
  if (data === null) return plain;
  return {
    data,
    name: stringOf(data, 'name'),
    description: stringOf(data, 'description'),
    body: rest.replace(/^\n+/, ''),
    quoted,
  };
}

/** The text between the marks, found line by line: an expression over all of it can be made to take minutes. */
function split(text: string): { language: string; yaml: string; rest: string } | null {
  if (!text.startsWith('---')) return null;
  const begin = text.indexOf('\n') + 1;
  const language = text.slice(3, begin).trim();
  if (begin === 0 || !/^(?:[A-Za-z][\w+]*)?$/.test(language)) return null;
  for (let at = begin; at < text.length; ) {
    const next = text.indexOf('\n', at);
    const end = next === -1 ? text.length : next;
    if (text.startsWith('---', at) && text.slice(at + 3, end).trim() === '')
      return { language, yaml: text.slice(begin, at), rest: text.slice(end + 1) };
    at = end + 1;
  }
  return null;
}

/** The first line of a text that is no heading: what describes a skill without frontmatter (H3). */
export function firstLine(body: string): string {
  const line = body
    .split('\n')
    .find((candidate) => candidate.trim() !== '' && !/^\s*(?:#|---|===|```|<!--)/.test(candidate));
  return line?.trim() ?? '';
}

function readMapping(yaml: string): { data: Record<string, unknown> | null; quoted: string[] } {
  try {
    return { data: mapping(yaml), quoted: [] };
  } catch (error) {
    for (const quotes of [isUnreadable, () => true]) {
      const { text, keys } = quoteValues(yaml, quotes);
      try {
        if (keys.length > 0) return { data: mapping(text), quoted: keys };
      } catch {
        // What was wrong with the text as it stands says more than what is wrong with it now.
      }
    }
    throw invalid(reason(error));
  }
}

/** null for text that is no data at all */
function mapping(yaml: string): Record<string, unknown> | null {
  // Options are passed on purpose: without them gray-matter caches by text and returns a shared object.
  // Marks that cannot be in the text: a line `---x` would end it here as well.
  const { data } = matter(`${MARK}\n${yaml}\n${MARK}\n`, { engines, delimiters: MARK } as never) as {
    data: unknown;
  };
  if (typeof data === 'string') return null;
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new Error('it is no mapping of keys');
  return data as Record<string, unknown>;
}

/** An unquoted colon is the mistake people make: `description: Use when: …` is read with its value quoted. */
function quoteValues(yaml: string, quotes: (line: string) => boolean): { text: string; keys: string[] } {
  const keys: string[] = [];
  const lines = unfold(yaml).map((line) => {
    const match = /^([A-Za-z_][\w-]*):[^\S\n]+(\S.*)$/.exec(line);
    const [, key, text] = match ?? [];
    const value = text?.trimEnd();
    if (key === undefined || value === undefined || /^["'|>[{&*!]/.test(value) || !quotes(line)) return line;
    keys.push(key);
    return `${key}: ${JSON.stringify(value)}`;
  });
  return { text: lines.join('\n'), keys };
}

/** Lines, where those that go on with a plain value are one with it. */
function unfold(yaml: string): string[] {
  const lines: string[] = [];
  let isPlain = false;
  for (const line of yaml.split('\n')) {
    if (isPlain && /^[^\S\n]+\S/.test(line)) {
      lines.push(`${lines.pop()} ${line.trim()}`);
      continue;
    }
    isPlain = /^[A-Za-z_][\w-]*:[^\S\n]+[^\s"'|>[{&*!]/.test(line);
    lines.push(line);
  }
  return lines;
}

function isUnreadable(line: string): boolean {
  try {
    mapping(line);
    return false;
  } catch {
    return true;
  }
}

function stringOf(data: Record<string, unknown>, key: string): string | null {
  const value = Object.hasOwn(data, key) ? data[key] : undefined;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function reason(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? 'it cannot be read';
}

function invalid(why: string): SecAgentError {
  return new SecAgentError('skill_invalid', `the frontmatter of SKILL.md cannot be read: ${why}`);
}

/** What to tell the author of a file whose values had to be quoted, one sentence a key and three at most. */
export function valuesToQuote({ quoted }: SkillFile): string[] {
  return quoted
    .filter((key) => key !== 'name') // its form has sentences of its own
    .slice(0, 3)
    .map((key) => `the value of ${key} has a colon or another sign of YAML and should be in quotes`);
}
