import { randomUUID } from 'node:crypto';
import { ContentError } from '#content/model/errors.ts';
import type { AccountHandlers } from './context.ts';
import { type AuthContext, requireSignedIn, requireUser, updateUser } from './context.ts';
import { digestOf } from './digest.ts';
import { makeReadableCode, normalizeReadableCode } from './readable-code.ts';
import type { StoredApplicationPassword } from './stored-user.ts';

/** 120 random bits: nobody guesses that, so a plain digest is enough. */
const GROUPS = 6;
/** Of one user; more are no longer looked after. */
const MAX_APPLICATION_PASSWORDS = 50;

/** What is kept of the text of an application password, however it was typed. */
export function applicationDigest(password: string): string {
  return digestOf(normalizeReadableCode(password));
}

/** Passwords for programs, each with a name, shown once and revoked one by one. */
export function applicationPasswordHandlers({
  users,
  clock,
}: AuthContext): Pick<
  AccountHandlers,
  'listApplicationPasswords' | 'createApplicationPassword' | 'deleteApplicationPassword'
> {
  return {
    async listApplicationPasswords(_input, call) {
      return (await requireUser(users, call)).applicationPasswords.map(shown);
    },
    async createApplicationPassword({ name }, call) {
      const password = makeReadableCode(GROUPS);
      const createdAt = new Date(clock()).toISOString();
      const added = {
        id: randomUUID(),
        name,
        digest: applicationDigest(password),
        createdAt,
        lastUsedAt: null,
      };
      await updateUser({ users, id: requireSignedIn(call).user.id }, (user) => {
        if (user.applicationPasswords.length >= MAX_APPLICATION_PASSWORDS) throw tooMany();
        return { ...user, applicationPasswords: [...user.applicationPasswords, added] };
      });
      return { ...shown(added), password };
    },
    async deleteApplicationPassword({ id }, call) {
      await updateUser({ users, id: requireSignedIn(call).user.id }, (user) => {
        const applicationPasswords = user.applicationPasswords.filter((one) => one.id !== id);
        if (applicationPasswords.length < user.applicationPasswords.length)
          return { ...user, applicationPasswords };
        throw new ContentError('not-found', { what: 'Ce mot de passe d’application' });
      });
    },
  };
}

function shown({ digest: _, ...rest }: StoredApplicationPassword) {
  return rest;
}

function tooMany(): ContentError {
  const reason = `Pas plus de ${MAX_APPLICATION_PASSWORDS} mots de passe d’application : supprimez ceux qui ne servent plus.`;
  return new ContentError('invalid', { path: '', reason, field: 'name' });
}
