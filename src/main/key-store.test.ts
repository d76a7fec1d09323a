import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Cipher, openKeyStore } from './key-store';

const folder = mkdtempSync(join(tmpdir(), 'secagent 密钥-'));
const file = join(folder, 'data', 'secrets.json');
afterEach(() => rmSync(join(folder, 'data'), { recursive: true, force: true }));

/** Stands for the operating system's, which only a running Electron has. */
function cipher(keychain: boolean): Cipher {
  const turn = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0x5a));
  return {
    protects: () => keychain,
    encrypt: (text) => turn(Buffer.from(text)),
    decrypt: (bytes) => turn(bytes).toString(),
  };
}

const origin = 'https://api.example.org';
const key = 'sk-geheim-123456';

test('a key in the keychain outlives the app, for its origin only, in a file of the user alone', () => {
  openKeyStore(file, cipher(true)).keep(origin, key, 'keychain');
  const again = openKeyStore(file, cipher(true));
  expect(again.get(origin)).toBe(key);
  expect(again.get('https://api.example.org:8443')).toBeNull();
  expect(readFileSync(file, 'utf8')).not.toContain(key);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  again.remove(origin);
  expect(openKeyStore(file, cipher(true)).get(origin)).toBeNull();
});

test('a key for this session is on no disk, and takes the place of one that is', () => {
  const keys = openKeyStore(file, cipher(true));
  keys.keep(origin, 'old', 'keychain');
  keys.keep(origin, key, 'session');
  expect(keys.get(origin)).toBe(key);
  expect(openKeyStore(file, cipher(true)).get(origin)).toBeNull();
});

test('without a keychain nothing is kept as if there were one', () => {
  const keys = openKeyStore(file, cipher(false));
  expect(keys.keychain).toBe(false);
  expect(() => keys.keep(origin, key, 'keychain')).toThrow('no keychain');
  expect(existsSync(file)).toBe(false);
  keys.keep(origin, key, 'unprotected');
  expect(JSON.parse(readFileSync(file, 'utf8'))[origin].protected).toBe(false);
  expect(openKeyStore(file, cipher(false)).get(origin)).toBe(key);
});

test('a damaged file is set aside, not overwritten', () => {
  const keys = openKeyStore(file, cipher(true));
  keys.keep(origin, key, 'keychain');
  writeFileSync(file, '{"cut');
  keys.keep(origin, key, 'keychain');
  expect(keys.get(origin)).toBe(key);
  expect(readdirSync(join(folder, 'data')).filter((name) => name.includes('damaged'))).toHaveLength(1);
});

test('what another keychain encrypted counts as no key', () => {
  openKeyStore(file, cipher(true)).keep(origin, key, 'keychain');
  const broken = openKeyStore(file, {
    ...cipher(true),
    decrypt: () => {
      throw new Error('not mine');
    },
  });
  expect(broken.get(origin)).toBeNull();
});
