import { randomUUID } from 'node:crypto';
import type { Person } from '#content/model/change-set.ts';
import { ContentError } from '#content/model/errors.ts';
import type { AccountHandlers } from '../api/http-call.ts';
import type { StateTables, StoredApplicationPassword, StoredUser } from '../data/state-tables.ts';
import { type AuthContext, noteFailedSignIn, requireUser } from './context.ts';
import { isSameDigest, makeReadableCode, readableDigest } from './secrets.ts';
import { authorOf, findByName, foldName, pickUser } from './users.ts';

/** 120 random bits: nobody guesses that, so a plain digest is enough. */
const GROUPS = 6;
/** Of one user; more are no longer looked after. */
const MAX_APPLICATION_PASSWORDS = 50;

/** When a password was last used is written this often at most, in milliseconds. */
const WRITE_USED_EVERY_MS = 10 * 60 * 1000;

/** Passwords for programs, each with a name, shown once and revoked one by one. */
export function applicationPasswordHandlers({ state, clock }: AuthContext) {
  return {
    async listApplicationPasswords(_input, call) {
      const { id } = await requireUser(state, call);
      const { applicationPasswords } = await state.known();
      return applicationPasswords.filter(({ userId }) => userId === id).map(shown);
    },
    async createApplicationPassword({ name }, call) {
      const { id: userId } = await requireUser(state, call);
      const password = makeReadableCode(GROUPS);
      const createdAt = new Date(clock()).toISOString();
      const added = {
        id: randomUUID(),
        userId,
        name,
        digest: readableDigest(password),
        createdAt,
        lastUsedAt: null,
      };
      await state.change((tables) => {
        pickUser(tables.users.read().rows, userId);
        if (passwordsOf(tables, userId).length >= MAX_APPLICATION_PASSWORDS) throw tooMany();
        tables.applicationPasswords.put(added);
      });
      return { ...shown(added), password };
    },
    async deleteApplicationPassword({ id }, call) {
      const { id: userId } = await requireUser(state, call);
      await state.change((tables) => {
        if (!passwordsOf(tables, userId).some((one) => one.id === id))
          throw new ContentError('not-found', { what: 'Ce mot de passe d’application' });
        tables.applicationPasswords.remove(id);
      });
    },
  } satisfies Partial<AccountHandlers>;
}

/**
 * Checks a user name and an application password: the person, or null. Only wrong ones count against the address: such
 * a password cannot be guessed, and programs that have the right one are never kept out by those that have not.
 */
export function createApplicationSignIn(context: AuthContext, onError: (error: unknown) => void) {
  const { state, throttle, audit, clock } = context;

  async function noteUse({ id, userId, lastUsedAt }: StoredApplicationPassword): Promise<void> {
    if (clock() - (lastUsedAt === null ? 0 : Date.parse(lastUsedAt)) < WRITE_USED_EVERY_MS) return;
    const now = new Date(clock()).toISOString();
    await state.change((tables) => {
      const used = passwordsOf(tables, userId).find((one) => one.id === id);
      if (used !== undefined) tables.applicationPasswords.put({ ...used, lastUsedAt: now });
    });
  }

  return async (username: string, password: string, address: string): Promise<Person | null> => {
    const { users, applicationPasswords } = await state.known();
    const user = findByName(users, username);
    const used = findPassword(applicationPasswords, user, readableDigest(password));
    if (user !== null && used !== undefined) {
      await noteUse(used).catch(onError);
      return authorOf(user);
    }
    const made = { target: `#application ${foldName(username)}`, address };
    await throttle.attempt(made, () => Promise.resolve(null));
    noteFailedSignIn(audit, { user, caller: { ipAddress: address, userAgent: null }, by: 'git' });
    return null;
  };
}

/** Those of one user. */
export function passwordsOf(tables: StateTables, user: string): readonly StoredApplicationPassword[] {
  return tables.applicationPasswords.read().rows.filter(({ userId }) => userId === user);
}

/** Every password is compared, whichever fits. */
function findPassword(
  all: readonly StoredApplicationPassword[],
  user: StoredUser | null,
  digest: string,
): StoredApplicationPassword | undefined {
  const fitting = all.filter((one) => one.userId === user?.id && isSameDigest(one.digest, digest));
  return fitting[0];
}

function shown({ digest: _, userId: __, ...rest }: StoredApplicationPassword) {
  return rest;
}

function tooMany(): ContentError {
  const reason = `Pas plus de ${MAX_APPLICATION_PASSWORDS} mots de passe d’application\u00a0: supprimez ceux qui ne servent plus.`;
  return new ContentError('invalid', { path: '', reason, field: 'name' });
}
