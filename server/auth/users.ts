import type { BigIntStats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ContentError } from '#content/model/errors.ts';
import { createOneAtATime } from '#content/store/one-at-a-time.ts';
import { isSystemError } from '#content/store/system-error.ts';
import { DataFolderError } from '../data-folder.ts';
import { inTurn } from './folder-turn.ts';
import { writePrivateFile } from './private-file.ts';
import { type StoredUser, usersFileSchema } from './stored-user.ts';

/** The users of DATA_DIR/users.json, which the operator's command may change while the server runs. */
export interface Users {
  /** As they are on disk now; as they were last when the file was damaged meanwhile. */
  list(): Promise<readonly StoredUser[]>;
  /** As they were at the last {@link list}. */
  known(): readonly StoredUser[];
  /**
   * Replaces the users by what `change` makes of them, on disk when this resolves; nobody else writes meanwhile. What
   * `change` throws is thrown on, and nothing is written. Throws ContentError 'read-only' when the file is damaged.
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

const NONE = 'none';

/** Opens the users. Throws {@link DataFolderError} when the file is damaged: it is never taken for "no users". */
export async function openUsers({ dataDir, onError, refusal = null }: UsersOptions): Promise<Users> {
  const file = join(dataDir, 'users.json');
  const first = await readUsers(file);
  if (first.kind === 'damaged') throw damagedFile(file, first.cause);
  let { users, mark } = first;
  const oneAtATime = createOneAtATime();

  /** Takes over what was read; a file that was damaged or removed while we run leaves what we know. */
  function takeOver(read: Read): readonly StoredUser[] {
    if (read.mark !== mark) {
      mark = read.mark;
      if (isSound(read, users)) users = read.users;
      else onError(new Error('users.json is damaged or gone: the users known before stay', { cause: read }));
    }
    return users;
  }

  async function write(change: (users: readonly StoredUser[]) => readonly StoredUser[]): Promise<void> {
    const read = await readUsers(file);
    if (!isSound(read, users)) {
      throw new ContentError('read-only', {
        reason: 'Le fichier des utilisateurs est abîmé : rien n’a été changé.',
      });
    }
    const next = change(takeOver(read));
    const text = JSON.stringify({ version: 1, users: next }, null, 2);
    await writePrivateFile(file, `${text}\n`);
    users = next;
  }

  return {
    async list() {
      const now = await markOf(file);
      return now === mark ? users : takeOver(await readUsers(file));
    },
    known: () => users,
    async update(change) {
      if (refusal !== null) throw refusal;
      await oneAtATime(() => inTurn(join(dataDir, 'users.lock'), () => write(change)));
    },
  };
}

/** A file that is gone says that there are no users only where there were none. */
function isSound(read: Read, known: readonly StoredUser[]): read is Extract<Read, { kind: 'users' }> {
  return read.kind === 'users' && (read.users.length > 0 || known.length === 0);
}

async function readUsers(file: string): Promise<Read> {
  const handle = await openIfThere(file);
  if (handle === null) return { kind: 'users', users: [], mark: NONE };
  try {
    const mark = markFrom(await handle.stat({ bigint: true }));
    const text = await handle.readFile('utf8');
    try {
      return { kind: 'users', users: usersFileSchema.parse(JSON.parse(text)).users, mark };
    } catch (cause) {
      return { kind: 'damaged', cause, mark };
    }
  } finally {
    await handle.close();
  }
}

async function markOf(file: string): Promise<string> {
  return stat(file, { bigint: true }).then(markFrom, (error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return NONE;
    throw error;
  });
}

/** What changes whenever the file is replaced or written. */
function markFrom({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [ino, size, mtimeNs, ctimeNs].join(':');
}

async function openIfThere(file: string): Promise<FileHandle | null> {
  return open(file, 'r').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return null;
    throw error;
  });
}

function damagedFile(file: string, cause: unknown): DataFolderError {
  const message =
    `Le fichier des utilisateurs ${file} est abîmé : le serveur ne démarre pas, pour que personne ne prenne leur place. ` +
    'Remettez-le depuis une sauvegarde. À défaut, déplacez-le : un code à usage unique créera un nouvel administrateur.';
  return new DataFolderError(message, { cause });
}
