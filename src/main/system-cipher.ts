import { safeStorage } from 'electron';
import type { Cipher } from './key-store';

/**
 * The operating system's keychain. A Linux without one leaves Electron with a password everybody knows
 * (`basic_text`): what that encrypts can't be read by accident, and is not protected; it never counts as a keychain.
 */
export const systemCipher: Cipher = {
  protects: () =>
    safeStorage.isEncryptionAvailable() &&
    (process.platform !== 'linux' || !/^(basic_text|unknown)$/.test(safeStorage.getSelectedStorageBackend())),
  encrypt: (text) => {
    withoutKeychain();
    return safeStorage.encryptString(text);
  },
  decrypt: (bytes) => {
    withoutKeychain();
    return safeStorage.decryptString(bytes);
  },
};

function withoutKeychain(): void {
  if (process.platform === 'linux' && !safeStorage.isEncryptionAvailable()) {
    safeStorage.setUsePlainTextEncryption(true);
  }
}
