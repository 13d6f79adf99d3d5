import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** The system's own key, which outlives the app. */
const KEY = Buffer.alloc(32, 'the keyring of this test');
const NONCE = 12;

/** A keyring as Electron's safeStorage offers it; `basic_text` is the one that hides nothing. */
export function createStorage(backend: string) {
  return {
    isAsyncEncryptionAvailable: (): Promise<boolean> => Promise.resolve(backend !== 'unknown'),
    getSelectedStorageBackend: (): string => backend,
    encryptStringAsync(text: string): Promise<Buffer> {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', KEY, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Promise.resolve(Buffer.concat([nonce, cipher.getAuthTag(), sealed]));
    },
    async decryptStringAsync(sealed: Buffer) {
      const decipher = createDecipheriv('aes-256-gcm', KEY, sealed.subarray(0, NONCE));
      decipher.setAuthTag(await Promise.resolve(sealed.subarray(NONCE, NONCE + 16)));
      const text = Buffer.concat([decipher.update(sealed.subarray(NONCE + 16)), decipher.final()]);
      return { result: text.toString('utf8'), shouldReEncrypt: false };
    },
  };
}

/** The keyring of the running app; a test names another one by ENCRIER_TEST_KEYRING. */
export const safeStorage = createStorage(process.env['ENCRIER_TEST_KEYRING'] ?? 'gnome_libsecret');
