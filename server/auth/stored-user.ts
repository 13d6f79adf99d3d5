import * as z from 'zod';
import type { User } from '#content/contract/account-operations.ts';
import type { Person } from '#content/model/change-set.ts';

const storedApplicationPasswordSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** SHA-256: the text is random and long, so that nothing slower is needed. */
  digest: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type StoredApplicationPassword = z.output<typeof storedApplicationPasswordSchema>;

const storedUserSchema = z.object({
  id: z.uuid(),
  username: z.string().min(1),
  displayName: z.string(),
  email: z.string(),
  /** bcrypt. */
  passwordHash: z.string().regex(/^\$2[aby]\$[0-9]{2}\$[./A-Za-z0-9]{53}$/),
  /** Sessions started under another stamp are over: a new password changes it, whoever sets it. */
  sessionStamp: z.uuid(),
  createdAt: z.iso.datetime(),
  applicationPasswords: z.array(storedApplicationPasswordSchema),
});
export type StoredUser = z.output<typeof storedUserSchema>;

/** What the file holds. Without a user there is no file: an empty list is damage, never an open door. */
export const usersFileSchema = z.object({ version: z.literal(1), users: z.array(storedUserSchema).min(1) });

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
