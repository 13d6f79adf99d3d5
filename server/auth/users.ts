import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ContentError } from '#content/model/errors.ts';
import type { Trouble } from '#content/model/trouble.ts';
import { createOneAtATime } from '#content/store/one-at-a-time.ts';
import { jsonOf, readSmallFile } from '#content/store/state-file.ts';
import { writePrivateFile } from '../data/private-file.ts';
import { inTurn } from './folder-turn.ts';
import { type StoredUser, usersFileSchema } from './stored-user.ts';

/**
 * The users of DATA_DIR/users.json, which the operator's command may change while the server runs. A file that cannot be read is
 * never taken for "no users", and never replaced: the accounts are closed until it is mended.
 */
export interface Users {
  /**
   * As they are on disk now; as they were last when the file was damaged meanwhile. Throws ContentError 'accounts-closed' when
   * it never could be read.
   */
  list(): Promise<readonly StoredUser[]>;
  /** As they were at the last {@link list}; nobody while the accounts are closed. */
  known(): readonly StoredUser[];
  /** What was wrong with the file when it was last looked at, if anything. */
  trouble(): Trouble | null;
  /**
   * Replaces the users by what `change` makes of them, on disk when this resolves; nobody else writes meanwhile. What
   * `change` throws is thrown on, and nothing is written. Throws ContentError 'read-only' when the file was damaged
   * meanwhile, and 'accounts-closed' when it never could be read.
   */
  update(change: (users: readonly StoredUser[]) => readonly StoredUser[]): Promise<void>;
}

interface UsersOptions {
  readonly dataDir: string;
  readonly onError: (error: unknown) => void;
  /** Why nothing may be written, if so: an update then throws it. */
  readonly refusal?: ContentError | null;
}
type Read =
  | { readonly kind: 'users'; readonly users: readonly StoredUser[]; readonly mark: string }
  | { readonly kind: 'damaged'; readonly cause: unknown; readonly mark: string };

/** Opens the users, closed when their file is damaged. */
export async function openUsers({ dataDir, onError, refusal = null }: UsersOptions): Promise<Users> {
  const file = join(dataDir, 'users.json');
  const first = await readUsers(file);
  let { mark } = first;
  let isDamaged = first.kind === 'damaged';
  /** Null while nobody can be known. */
  let users = first.kind === 'users' ? first.users : null;
  const oneAtATime = createOneAtATime();

  /** Takes over what was read; a file that was damaged or removed while we run leaves whom we know. */
  function takeOver(read: Read): void {
    if (read.mark === mark) return;
    mark = read.mark;
    isDamaged = !isSound(read, users);
    if (isSound(read, users)) users = read.users;
    else {
      if (users?.length === 0) users = null;
      onError(new Error('users.json is damaged or gone: what was known before stays', { cause: read }));
    }
  }

  function known(): readonly StoredUser[] {
    if (users === null) throw new ContentError('accounts-closed', {});
    return users;
  }

  async function list(): Promise<readonly StoredUser[]> {
    if ((await markOf(file)) !== mark) takeOver(await readUsers(file));
    return known();
  }

  async function write(change: (users: readonly StoredUser[]) => readonly StoredUser[]): Promise<void> {
    takeOver(await readUsers(file));
    const before = known();
    if (isDamaged) {
      throw new ContentError('read-only', {
        reason: 'Le fichier des utilisateurs est abîmé : rien n’a été changé.',
      });
    }
    const next = change(before);
    const text = JSON.stringify({ version: 1, users: next }, null, 2);
    await writePrivateFile(file, `${text}\n`);
    users = next;
  }

  return {
    list,
    known: () => users ?? [],
    trouble() {
      if (!isDamaged) return null;
      return users === null ? closed(file) : damagedMeanwhile(file);
    },
    async update(change) {
      if (refusal !== null) throw refusal;
      await oneAtATime(() => inTurn(join(dataDir, 'users.lock'), () => write(change)));
    },
  };
}

/** A file that is gone says that there are no users only where there were none, at the start or since. */
function isSound(read: Read, known: readonly StoredUser[] | null): read is Extract<Read, { kind: 'users' }> {
  return read.kind === 'users' && (read.users.length > 0 || known?.length === 0);
}

async function readUsers(file: string): Promise<Read> {
  // Taken first: a file that is replaced meanwhile is read again, never missed.
  const mark = await markOf(file);
  const read = await readSmallFile(file);
  if (read.kind === 'none') return { kind: 'users', users: [], mark };
  if (read.kind === 'damaged') return { ...read, mark };
  try {
    return { kind: 'users', users: parseUsers(read.text).users, mark };
  } catch (cause) {
    return { kind: 'damaged', cause, mark };
  }
}

const parseUsers = jsonOf(usersFileSchema);

/** What changes whenever the file is replaced or written. */
async function markOf(file: string): Promise<string> {
  return stat(file, { bigint: true }).then(
    ({ ino, size, mtimeNs, ctimeNs }) => [ino, size, mtimeNs, ctimeNs].join(':'),
    (error: unknown) => String(error),
  );
}

function closed(file: string): Trouble {
  return {
    code: 'accounts-closed',
    reason:
      `Le fichier des utilisateurs ${file} est abîmé : les comptes sont fermés, pour que personne ne prenne leur place. ` +
      'Le site reste en ligne.',
    remedy:
      'Remettez ce fichier depuis une sauvegarde : les comptes s’ouvrent aussitôt. ' +
      'À défaut, déplacez-le et redémarrez le serveur : un code à usage unique créera un nouvel administrateur.',
  };
}

function damagedMeanwhile(file: string): Trouble {
  return {
    code: 'accounts-damaged',
    reason:
      `Le fichier des utilisateurs ${file} a été abîmé ou retiré depuis le démarrage : les comptes connus servent encore, ` +
      'rien n’y change, et ils seront fermés au prochain démarrage.',
    remedy: 'Remettez ce fichier depuis une sauvegarde, sans arrêter le serveur.',
  };
}
