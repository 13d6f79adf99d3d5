import { join } from 'node:path';
import { removeFileDurably } from '#content/git/durable-fs.ts';
import { isSystemError } from '#content/git/system-error.ts';
import { ContentError } from '#content/model/errors.ts';
import { type AccountHandlers, type Caller, callerOf } from '../api/http-call.ts';
import { ExplainedError } from '../data/explained.ts';
import { readOrMakeSecret } from '../data/private-file.ts';
import { type AuthContext, noteFailedSignIn } from './context.ts';
import { checkPassword, passwordFault } from './passwords.ts';
import { isSameDigest, makeReadableCode, readableDigest } from './secrets.ts';
import { beginSession } from './sign-in.ts';
import { addUser, newUser, publicUser } from './users.ts';

type Registration = Parameters<AccountHandlers['register']>[0];

/** What the one-time code's tries are counted under; a user name has no such sign. */
const CODE_TARGET = '#code';
/** The one-time code that creates the first administrator; the same after a restart, until there is one. */
const FIRST_CODE = { shape: /^[A-Z2-9]{4}(?:-[A-Z2-9]{4}){3}$/, make: () => makeReadableCode(4) };

interface Administrator {
  readonly username: string;
  readonly password: string;
}

interface CodeTry {
  readonly firstCode: string | null;
  readonly typed: string;
  readonly caller: Caller;
}

/** The first administrator by the one-time code; others by an administrator (docs/design.md, HTTP). */
export function registrationHandlers(context: AuthContext, firstCode: string | null) {
  const { state, hasher, clock, dataDir } = context;

  async function create(input: Registration, isFirst: boolean) {
    const { username, password, displayName = '', email = '' } = input;
    checkPassword({ password, username, field: 'password' });
    const passwordHash = await hasher.hash(password);
    const user = newUser({ username, displayName, email, passwordHash, now: clock() });
    await state.change((tables) => {
      if (isFirst && tables.users.read().rows.length > 0) throw tooLate();
      addUser(tables, user);
    });
    return user;
  }

  const hasUsers = async () => (await state.known()).users.length > 0;

  return {
    async getRegistration() {
      return { isFirst: !(await hasUsers()) };
    },
    async register(input, call) {
      if (await hasUsers()) {
        if (call.signedIn === null) throw new ContentError('unauthenticated', {});
        return publicUser(await create(input, false));
      }
      await checkCode(context, { firstCode, typed: input.code ?? '', caller: callerOf(call.request) });
      const user = await create(input, true);
      await removeFirstCode(dataDir);
      // The door writes what a signed-in user does; nobody was signed in yet.
      context.audit.write({
        eventType: 'account',
        resourceType: 'user',
        resourceId: user.id,
        sessionId: null,
        ...callerOf(call.request),
        details: { call: 'register', user: user.username },
      });
      await beginSession(context, { user, call });
      return publicUser(user);
    },
  } satisfies Partial<AccountHandlers>;
}

async function checkCode(
  { throttle, audit }: AuthContext,
  { firstCode, typed, caller }: CodeTry,
): Promise<void> {
  const isRight = firstCode !== null && isSameDigest(readableDigest(firstCode), readableDigest(typed));
  const made = { target: CODE_TARGET, address: caller.ipAddress };
  if ((await throttle.attempt(made, () => Promise.resolve(isRight ? true : null))) !== null) return;
  noteFailedSignIn(audit, { user: null, caller, by: 'first code' });
  throw new ContentError('refused', {
    reason: 'Code à usage unique incorrect\u00a0: il est affiché au démarrage du serveur.',
    field: 'code',
  });
}

function tooLate(): ContentError {
  return new ContentError('refused', {
    reason: 'Un administrateur vient d’être créé\u00a0: connectez-vous.',
  });
}

/**
 * Sees to it that there can be a first administrator: the one of the settings is created, or a one-time code is made.
 * The code, while there is no user; null otherwise, and where nobody can say whether there is one.
 */
export async function prepareFirst(
  context: AuthContext,
  { admin, say }: { readonly admin: Administrator | null; readonly say: (sentence: string) => void },
): Promise<string | null> {
  const { state, dataDir } = context;
  if (state.trouble() !== null) return null;
  const hasUsers = async () => (await state.known()).users.length > 0;
  if (admin !== null && !(await hasUsers())) await createAdministrator(context, admin);
  const without = 'un nouveau code est fait';
  if (!(await hasUsers())) return readOrMakeSecret(codeFile(dataDir), { kind: FIRST_CODE, without, say });
  await removeFirstCode(dataDir);
  return null;
}

async function createAdministrator(
  { state, hasher, clock }: AuthContext,
  admin: Administrator,
): Promise<void> {
  const { username, password } = admin;
  const fault = passwordFault(password, username);
  if (fault !== null) throw new ExplainedError(`ADMIN_PASSWORD ne convient pas. ${fault}`);
  const passwordHash = await hasher.hash(password);
  const user = newUser({ username, displayName: '', email: '', passwordHash, now: clock() });
  await state.change((tables) => {
    if (tables.users.read().rows.length === 0) addUser(tables, user);
  });
}

/** There is an administrator: the code opens nothing any more. */
export async function removeFirstCode(dataDir: string): Promise<void> {
  await removeFileDurably(codeFile(dataDir)).catch((error: unknown) => {
    // A folder, which holds no code: macOS says EPERM.
    if (!isSystemError(error, 'EISDIR', 'EPERM')) throw error;
  });
}

function codeFile(dataDir: string): string {
  return join(dataDir, 'first-code');
}
