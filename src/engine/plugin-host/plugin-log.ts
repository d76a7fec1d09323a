import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { apiLimits } from '../../plugin-api';
import type { LogLevel, LogLine } from '../../shared/plugins';
import { tokenBucket } from '../../shared/token-bucket';

const KEPT_LINES = 2_000;
const MAX_FILE_BYTES = 1024 * 1024;
const WRITE_EVERY_MS = 250;
/** how far the time of a plugin's line may be from ours */
const LATE_MS = 30_000;

/** A plugin's log: the last lines in memory, all of them in a file that is turned over at 1 MiB (one older file is kept). */
export class PluginLog {
  readonly #file: string;
  readonly #allows = tokenBucket(apiLimits.logLinesPerSecond, apiLimits.logLinesPerSecond * 2);
  #lines: LogLine[] = [];
  #lastSeq = 0;
  #dropped = 0;
  #unwritten = '';
  #fileBytes = -1;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(directory: string, pluginId: string) {
    mkdirSync(directory, { recursive: true });
    this.#file = join(directory, `${pluginId}.log`);
  }

  /** A line from the plugin: at most 200 per second (ATTACKS 6). */
  fromPlugin(level: LogLevel, text: string, at: number, alsoDropped = 0): void {
    this.#dropped += alsoDropped;
    if (!this.#allows()) {
      this.#dropped++;
      return;
    }
    if (this.#dropped > 0) {
      this.add(
        'warn',
        `… ${this.#dropped} lines were dropped: more than ${apiLimits.logLinesPerSecond} per second`,
      );
      this.#dropped = 0;
    }
    const now = Date.now();
    this.add(level, text, Math.abs(now - at) <= LATE_MS && Number.isInteger(at) ? at : now);
  }

  /** A line of our own about the plugin. */
  add(level: LogLevel, text: string, at = Date.now()): void {
    const shown = withoutControls(text.slice(0, apiLimits.logLineLength));
    const line = { seq: ++this.#lastSeq, at, level, text: shown };
    this.#lines.push(line);
    if (this.#lines.length > KEPT_LINES * 1.5) this.#lines = this.#lines.slice(-KEPT_LINES);
    this.#unwritten += `${new Date(at).toISOString()} ${level} ${shown.replaceAll('\n', '\n    ')}\n`;
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_EVERY_MS).unref();
  }

  after(seq: number): LogLine[] {
    return this.#lines.slice(-KEPT_LINES).filter((line) => line.seq > seq);
  }

  /** Ends the log and deletes its files: its plugin was removed. */
  remove(): void {
    clearTimeout(this.#timer);
    this.#unwritten = '';
    this.#lines = [];
    for (const file of [this.#file, `${this.#file}.1`]) rmSync(file, { force: true });
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = this.#unwritten;
    this.#unwritten = '';
    if (text !== '') this.#writing = this.#writing.then(() => this.#write(text));
    return this.#writing;
  }

  async #write(text: string): Promise<void> {
    try {
      if (this.#fileBytes < 0) this.#fileBytes = statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
      if (this.#fileBytes > MAX_FILE_BYTES) {
        renameSync(this.#file, `${this.#file}.1`);
        this.#fileBytes = 0;
      }
      await appendFile(this.#file, text);
      this.#fileBytes += Buffer.byteLength(text);
    } catch {
      // The disk is full or read-only: the lines stay in memory, and what matters fails elsewhere with a name.
    }
  }
}

/** Shown as pictures: a log read in a terminal must not move its cursor or colour its lines (ATTACKS 20). */
function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/\r\n/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? '\u2421' : '\ufffd';
  });
}
