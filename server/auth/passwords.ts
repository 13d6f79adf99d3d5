import * as z from 'zod';
import { createQueue } from '#content/git/concurrency.ts';
import { ContentError } from '#content/model/errors.ts';
import { askThread } from '#content/service/ask-thread.ts';
import type { PasswordTask } from './password-task.ts';

/** bcrypt's cost (docs/design.md, Passwords). */
export const BCRYPT_COST = 12;
/** A password at {@link BCRYPT_COST} takes about so long; of more that wait the last would be answered after their callers have gone. */
export const PASSWORD_QUEUE = { atOnce: 1, waiting: 32, secondsEach: 0.3 };

/** Where bcrypt runs, and at which cost. */
export interface PasswordWork {
  readonly cost: number;
  /** What password-task.ts answers to a task; rejects with the reason of `signal`. */
  readonly run: (task: PasswordTask, signal: AbortSignal) => Promise<unknown>;
}

/** At {@link BCRYPT_COST} off the event loop: each task in a thread of the built password-worker.ts. */
export function passwordsInThread(program: URL): PasswordWork {
  return { cost: BCRYPT_COST, run: (task, signal) => askThread({ program, task, signal }) };
}

/** Hashes one password after another. Throws ContentError 'throttled' when too many wait already. */
export function createPasswordHasher({ cost, run: runTask }: PasswordWork) {
  const noHash = `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;
  const inTurn = createQueue(PASSWORD_QUEUE);
  const closing = new AbortController();
  const run = (task: PasswordTask): Promise<unknown> => inTurn(() => runTask(task, closing.signal));

  return {
    async hash(password: string): Promise<string> {
      return z.string().parse(await run({ kind: 'hash', password: normalizePassword(password), cost }));
    },
    /** Whether the password is the one of a hash; takes as long to say no when there is no hash. */
    async matches(password: string, hash: string | null): Promise<boolean> {
      // bcrypt would compare the first 72 bytes only: a longer text is never a password of ours.
      const isPossible = hash !== null && !isTooLong(password);
      const task = {
        kind: 'compare',
        password: normalizePassword(password),
        hash: isPossible ? hash : noHash,
      } as const;
      return (await run(task)) === true && isPossible;
    },
    close: (): void => closing.abort(new Error('the server is closing')),
  };
}

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;

/** docs/design.md, Passwords: twelve characters at least; bcrypt reads 72 bytes and no more. */
const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD_BYTES = 72;
/** Fewer different signs than this are a repetition. */
const MIN_DIFFERENT = 5;
/** Fewer letters than this beside common words change nothing. */
const MIN_OWN_LETTERS = 3;
/** Fewer signs than this beside the user's name change nothing. */
const MIN_BESIDE_NAME = 6;

/** The text that is hashed: the same accents typed on two machines are the same password. */
export function normalizePassword(password: string): string {
  return password.normalize('NFC');
}

/** Whether bcrypt would pass over the end of a password. */
function isTooLong(password: string): boolean {
  return Buffer.byteLength(normalizePassword(password)) > MAX_PASSWORD_BYTES;
}

/** Why a password may not be chosen, as a French sentence; null when it may. */
export function passwordFault(password: string, username: string): string | null {
  const plain = normalizePassword(password);
  const folded = fold(plain);
  if (Array.from(plain).length < MIN_PASSWORD_LENGTH)
    return `Le mot de passe doit compter ${MIN_PASSWORD_LENGTH} caractères au moins.`;
  if (isTooLong(plain))
    return `Le mot de passe est trop long\u00a0: ${MAX_PASSWORD_BYTES} octets au plus, une lettre accentuée en compte deux.`;
  if (new Set(folded).size < MIN_DIFFERENT)
    return 'Le mot de passe répète les mêmes caractères\u00a0: choisissez-en un plus varié.';
  if (/^[0-9\s.,/:-]+$/.test(plain)) return 'Le mot de passe ne peut pas être fait de chiffres seulement.';
  if (isMadeOfName(folded, fold(username)))
    return 'Le mot de passe ne peut pas être tiré du nom d’utilisateur.';
  if (isCommon(folded)) return 'Ce mot de passe est trop courant\u00a0: choisissez-en un autre.';
  return null;
}

/** Throws ContentError 'invalid' that names `field` when a password may not be chosen. */
export function checkPassword(chosen: {
  readonly password: string;
  readonly username: string;
  readonly field: string;
}): void {
  const reason = passwordFault(chosen.password, chosen.username);
  if (reason !== null) throw new ContentError('invalid', { path: '', reason, field: chosen.field });
}

function isMadeOfName(password: string, name: string): boolean {
  return name !== '' && password.includes(name) && password.replaceAll(name, '').length < MIN_BESIDE_NAME;
}

function isCommon(password: string): boolean {
  const runs = password.replace(/\s/g, '');
  if (SEQUENCES.some((row) => row.includes(runs) || reversed(row).includes(runs))) return true;
  return [password, withoutDisguise(password.replace(/[^a-z]+$/, ''))].some((text) =>
    isMadeOfWords(text.replace(/[^a-z]/g, '')),
  );
}

function isMadeOfWords(letters: string): boolean {
  const own = COMMON_WORDS.reduce((rest, word) => rest.replaceAll(word, ''), letters);
  return own !== letters && own.length < MIN_OWN_LETTERS;
}

/** `p@$$w0rd` → `password`. */
function withoutDisguise(text: string): string {
  const letters: Readonly<Record<string, string>> = {
    '@': 'a',
    '4': 'a',
    '3': 'e',
    '1': 'i',
    '!': 'i',
    '0': 'o',
  };
  return text
    .replace(/[@431!0]/g, (sign) => letters[sign] ?? sign)
    .replace(/[$5]/g, 's')
    .replaceAll('7', 't');
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function reversed(text: string): string {
  return Array.from(text).reverse().join('');
}

/** Words most passwords are made of, in France and elsewhere: folded, letters only. */
const COMMON_WORDS: readonly string[] = [
  ...['motdepasse', 'monmotdepasse', 'password', 'passwort', 'passe', 'secret', 'changeme', 'letmein'],
  ...['azertyuiop', 'azerty', 'qwertyuiop', 'qwerty', 'qwertz', 'wxcvbn', 'qsdfghjklm', 'asdfghjkl'],
  ...['administrateur', 'administrator', 'administration', 'admin', 'root', 'utilisateur', 'user', 'test'],
  ...['bonjour', 'bienvenue', 'welcome', 'hello', 'coucou', 'salut', 'iloveyou', 'jetaime'],
  ...['soleil', 'sunshine', 'princesse', 'princess', 'doudou', 'chouchou', 'loulou', 'nicolas', 'camille'],
  ...['marseille', 'paris', 'france', 'football', 'superman', 'batman', 'pokemon', 'starwars', 'dragon'],
  ...['monkey', 'master', 'trustno', 'whatever', 'computer', 'ordinateur', 'internet', 'samsung', 'google'],
  ...['encrier', 'monsite', 'monblog', 'website', 'ironman', 'liberte', 'egalite', 'fraternite', 'abc'],
];

/** Rows of keys and of the alphabet; a password that follows one of them, either way, is known to every list. */
const SEQUENCES: readonly string[] = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'azertyuiopqsdfghjklmwxcvbn',
  'qwertyuiopasdfghjklzxcvbnm',
  '1a2z3e4r5t6y7u8i9o0p',
  '1q2w3e4r5t6y7u8i9o0p',
];
