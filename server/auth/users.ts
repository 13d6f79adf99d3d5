import { randomUUID } from 'node:crypto';
import type { User } from '#content/contract/account-operations.ts';
import type { Person } from '#content/model/change-set.ts';
import { ContentError } from '#content/model/errors.ts';
import type { State } from '../data/state.ts';
import type { StateTables, StoredUser } from '../data/state-tables.ts';

interface NewUser {
  readonly username: string;
  readonly displayName: string;
  readonly email: string;
  readonly passwordHash: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A user as it is kept at first. Nobody's name in commits is empty. */
export function newUser({ username, displayName, email, passwordHash, now }: NewUser): StoredUser {
  return {
    id: randomUUID(),
    username,
    displayName: displayName === '' ? username : displayName,
    email,
    passwordHash,
    sessionStamp: randomUUID(),
    createdAt: new Date(now).toISOString(),
  };
}

/** The user with another password: its sessions are over, wherever they are known. */
export function withPassword(user: StoredUser, passwordHash: string): StoredUser {
  return { ...user, passwordHash, sessionStamp: randomUUID() };
}

/** Throws ContentError 'invalid' when somebody has the name. */
export function refuseTaken(users: readonly StoredUser[], username: string): void {
  if (findByName(users, username) === null) return;
  const reason = `Le nom d’utilisateur «\u00a0${username}\u00a0» est déjà pris.`;
  throw new ContentError('invalid', { path: '', reason, field: 'username' });
}

/** Adds a user. Throws as {@link refuseTaken} does. */
export function addUser({ users }: StateTables, user: StoredUser): void {
  refuseTaken(users.read().rows, user.username);
  users.put(user);
}

/** Replaces one user by what `change` makes of it. Throws ContentError 'unauthenticated' when it is gone. */
export async function updateUser(
  state: State,
  id: string,
  change: (user: StoredUser, tables: StateTables) => StoredUser,
): Promise<StoredUser> {
  return state.change((tables) => {
    const changed = change(pickUser(tables.users.read().rows, id), tables);
    tables.users.put(changed);
    return changed;
  });
}

/** The user with this id. Throws ContentError 'unauthenticated' when there is none, or no longer. */
export function pickUser(users: readonly StoredUser[], id: string): StoredUser {
  const user = users.find((one) => one.id === id);
  if (user === undefined) throw new ContentError('unauthenticated', {});
  return user;
}

/** What others may see of a user. */
export function publicUser({ id, username, displayName, email }: StoredUser): User {
  return { id, username, displayName, email };
}

/** How commits name a user. */
export function authorOf({ displayName, email }: StoredUser): Person {
  return { name: displayName, email };
}

/** The user of a name as people type it: capitals and the way accents are written do not count. */
export function findByName(users: readonly StoredUser[], username: string): StoredUser | null {
  const wanted = foldName(username);
  return users.find((user) => foldName(user.username) === wanted) ?? null;
}

/** What makes two names the same. */
export function foldName(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase();
}
