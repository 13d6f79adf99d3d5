import * as z from 'zod';
import { createStateFile } from '#content/git/state-file.ts';
import { ContentError } from '#content/model/errors.ts';
import { type AskCredentials, type Credentials, isAllowedRemote } from '#content/remote/http-exchange.ts';

/** What is needed of Electron's `safeStorage`. */
interface SafeStorage {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(text: string): Promise<Buffer>;
  decryptStringAsync(
    encrypted: Buffer,
  ): Promise<{ readonly result: string; readonly shouldReEncrypt: boolean }>;
  /** On Linux only. */
  readonly getSelectedStorageBackend?: () => string;
}

interface CredentialsOptions {
  /** Where the encrypted ones are. */
  readonly file: string;
  readonly storage: SafeStorage;
  /** One that cannot be read is asked for again. */
  readonly onError: (error: unknown) => void;
}

/** How the credentials of a remote are had: kept for good, until the app quits, or not at all. */
export type Keeping = 'kept' | 'until-quit' | 'missing';

const secretSchema = z.object({ username: z.string(), password: z.string() });

/**
 * Who we are to each remote, by its address: encrypted by the system, and decrypted when an exchange asks. Where the system
 * would only hide them (`basic_text`), or has no safe storage, nothing is written: they are held until the app quits.
 */
export function createCredentials({ file, storage, onError }: CredentialsOptions) {
  const held = new Map<string, Credentials>();
  /** A file that is damaged holds nothing: what it held is asked for again. */
  const kept = createStateFile<Readonly<Record<string, string>>>({
    file,
    schema: z.record(z.string(), z.base64()),
    none: {},
    without: 'les mots de passe des dépôts distants sont demandés de nouveau',
    say: (sentence) => onError(new Error(sentence)),
  });
  const drop = (key: string): Promise<void> =>
    kept.change((all) => {
      const { [key]: dropped, ...others } = all;
      return dropped === undefined ? all : others;
    });

  async function isSafe(): Promise<boolean> {
    if (process.platform === 'linux' && storage.getSelectedStorageBackend?.() === 'basic_text') return false;
    return storage.isAsyncEncryptionAvailable();
  }

  async function read(url: string): Promise<Credentials | null> {
    const inMemory = held.get(url);
    if (inMemory !== undefined) return inMemory;
    const encrypted = (await kept.read())[url];
    if (encrypted === undefined || !(await isSafe())) return null;
    try {
      const { result, shouldReEncrypt } = await storage.decryptStringAsync(Buffer.from(encrypted, 'base64'));
      const credentials = secretSchema.parse(JSON.parse(result));
      if (shouldReEncrypt) await encrypt(url, credentials);
      return credentials;
    } catch (error) {
      onError(new Error('Stored credentials cannot be read.', { cause: withoutText(error) }));
      return null;
    }
  }

  async function encrypt(url: string, credentials: Credentials): Promise<void> {
    const encrypted = await storage.encryptStringAsync(JSON.stringify(credentials));
    await kept.change((all) => ({ ...all, [url]: encrypted.toString('base64') }));
  }

  return {
    /** Whether the system keeps secrets; else they are asked for at each start. */
    isSafe,
    /** What an exchange with this address asks; null when there are none. Handed to that address's remote alone. */
    askFor:
      (url: string): AskCredentials =>
      () =>
        read(keyOf(url)),
    /** Keeps them for an address, on disk when this resolves, or until the app quits. */
    async keep(url: string, credentials: Credentials): Promise<Exclude<Keeping, 'missing'>> {
      const key = keyOf(url);
      if (await isSafe()) {
        await encrypt(key, credentials);
        held.delete(key);
        return 'kept';
      }
      held.set(key, credentials);
      await drop(key);
      return 'until-quit';
    },
    async forget(url: string): Promise<void> {
      held.delete(keyOf(url));
      await drop(keyOf(url));
    },
    async stateOf(url: string): Promise<Keeping> {
      if (held.has(keyOf(url))) return 'until-quit';
      return (await read(keyOf(url))) === null ? 'missing' : 'kept';
    },
  };
}

export type CredentialStore = ReturnType<typeof createCredentials>;

/** One address, however it is written; never with a name or a password. */
function keyOf(url: string): string {
  const parsed = new URL(url);
  parsed.username = '';
  parsed.password = '';
  return parsed.href.replace(/\/+$/, '');
}

/** A parser's message may quote what it could not parse. */
function withoutText(error: unknown): unknown {
  return error instanceof SyntaxError || error instanceof z.ZodError ? undefined : error;
}

/**
 * Where the articles of a site are, from what an author writes: `monsite.fr`, `https://monsite.fr/admin`, or the address of a
 * repository itself. Throws ContentError 'invalid' (field `address`) for what cannot be talked to safely.
 */
export function contentAddress(written: string): string {
  const text = written.trim();
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (/\s/.test(text) || !URL.canParse(address)) throw refused(NO_ADDRESS);
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') throw refused(WITH_SECRET);
  if (!isAllowedRemote(url)) throw refused(url.protocol === 'http:' ? NOT_SAFE : NOT_WEB);
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${OF_ADMIN.test(path) ? '/content.git' : path}`;
}

/** The site itself, or a page of its admin, as a browser shows its address. */
const OF_ADMIN = /^(?:\/(?:admin|auth)(?:\/.*)?(?<!\.git))?$/;

function refused(reason: string): ContentError {
  return new ContentError('invalid', { path: '', reason, field: 'address' });
}

const NO_ADDRESS = 'Cette adresse n’en est pas une\u00a0: écrivez par exemple monsite.fr.';
const WITH_SECRET = 'Écrivez l’adresse sans nom ni mot de passe\u00a0: ils ont leur propre champ.';
const NOT_SAFE =
  'Cette adresse commence par http\u00a0: votre mot de passe voyagerait en clair. Écrivez-la avec https.';
const NOT_WEB = 'Seules les adresses en https sont prises\u00a0: écrivez par exemple monsite.fr.';
