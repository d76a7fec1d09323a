import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { KeepKey } from '../shared/connect';
import { SecAgentError } from '../shared/errors';
import { isPlainObject } from '../shared/json';

/** What the operating system does for keys; Electron's safeStorage in the app. */
export interface Cipher {
  /** whether only this user's session can read what it encrypts */
  protects(): boolean;
  encrypt(text: string): Buffer;
  decrypt(bytes: Buffer): string;
}

/** Keys by the origin they belong to (S25): encrypted in a file, or in memory until the app ends. */
export interface KeyStore {
  readonly keychain: boolean;
  get(origin: string): string | null;
  keep(origin: string, key: string, how: KeepKey): void;
  remove(origin: string): void;
}

interface StoredKey {
  encrypted: string;
  protected: boolean;
}

type Stored = Record<string, StoredKey>;

export function openKeyStore(file: string, cipher: Cipher): KeyStore {
  const session = new Map<string, string>();

  function change(edit: (stored: Stored) => void): void {
    const stored = read(file);
    edit(stored);
    write(file, stored);
  }

  return {
    get keychain() {
      return cipher.protects();
    },
    get(origin) {
      const entry = session.get(origin) === undefined ? read(file)[origin] : undefined;
      if (!entry) return session.get(origin) ?? null;
      try {
        return cipher.decrypt(Buffer.from(entry.encrypted, 'base64'));
      } catch {
        return null; // another computer's file, or a new keychain: the key has to be entered again
      }
    },
    keep(origin, key, how) {
      if (how === 'keychain' && !cipher.protects()) {
        // Never anywhere less safe than was agreed to.
        throw new SecAgentError('invalid_argument', 'this computer has no keychain that could keep the key');
      }
      if (how === 'session') {
        this.remove(origin);
        session.set(origin, key);
        return;
      }
      const encrypted = cipher.encrypt(key).toString('base64');
      change((stored) => {
        stored[origin] = { encrypted, protected: how === 'keychain' };
      });
      session.delete(origin);
    },
    remove(origin) {
      session.delete(origin);
      if (Object.hasOwn(read(file), origin)) change((stored) => delete stored[origin]);
    },
  };
}

/** A damaged file is set aside at once, never overwritten (ATTACKS 23). */
function read(file: string): Stored {
  if (!existsSync(file)) return {};
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isPlainObject(found) && Object.values(found).every(isStoredKey)) {
      return Object.assign(Object.create(null), found);
    }
  } catch {
    // Set aside below, like anything else that is no list of keys.
  }
  renameSync(file, `${file}.damaged-${Date.now()}`);
  return {};
}

function isStoredKey(value: unknown): value is StoredKey {
  return isPlainObject(value) && typeof value.encrypted === 'string' && typeof value.protected === 'boolean';
}

/** A kill at any moment leaves the old file or the new one; nobody else can read either. */
function write(file: string, stored: Stored): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const descriptor = openSync(`${file}.new`, 'w', 0o600);
  try {
    writeSync(descriptor, `${JSON.stringify(stored, null, 2)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(`${file}.new`, file);
}
