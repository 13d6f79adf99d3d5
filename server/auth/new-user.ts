import { randomUUID } from 'node:crypto';
import { ContentError } from '#content/model/errors.ts';
import { findByName, type StoredUser } from './stored-user.ts';

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
    ...{ id: randomUUID(), username, displayName: displayName === '' ? username : displayName, email },
    ...{ passwordHash, sessionStamp: randomUUID(), createdAt: new Date(now).toISOString() },
    applicationPasswords: [],
  };
}

/** The user with another password: its sessions are over, wherever they are known. */
export function withPassword(user: StoredUser, passwordHash: string): StoredUser {
  return { ...user, passwordHash, sessionStamp: randomUUID() };
}

/** The users with one more. Throws ContentError 'invalid' when the name is taken. */
export function addUser(users: readonly StoredUser[], user: StoredUser): readonly StoredUser[] {
  if (findByName(users, user.username) === null) return [...users, user];
  const reason = `Le nom d’utilisateur « ${user.username} » est déjà pris.`;
  throw new ContentError('invalid', { path: '', reason, field: 'username' });
}
