import { join } from 'node:path';
import type { Request, RequestHandler } from 'express';
import { ContentError } from '#content/model/errors.ts';
import { type AccountHandlers, callerOf, type HttpCall, type SignedIn } from '../api/http-call.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { readOrMakeSecret } from '../data/private-file.ts';
import { orClosed, type State } from '../data/state.ts';
import type { Env } from '../env.ts';
import type { SiteParts } from '../site-parts.ts';
import { applicationPasswordHandlers, createApplicationSignIn } from './application-passwords.ts';
import { type AuthContext, noteFailedSignIn, requireSignedIn, requireUser } from './context.ts';
import { checkPassword, createPasswordHasher, type PasswordWork } from './passwords.ts';
import { prepareFirst, registrationHandlers } from './registration.ts';
import { createKnownDevice, createSessionCookie, createSessions } from './sessions.ts';
import { signInHandlers } from './sign-in.ts';
import { createThrottle } from './throttle.ts';
import { authorOf, publicUser, updateUser, withPassword } from './users.ts';

export interface AccountsOptions
  extends Pick<Env, 'dataDir' | 'admin' | 'sessionSecret'>,
    Pick<SiteParts, 'clock' | 'logger' | 'refusal'> {
  readonly state: State;
  /** Without a final slash; https makes the cookie `Secure` and `__Host-`. */
  readonly origin: string;
  readonly audit: AuditLog;
  readonly passwordWork: PasswordWork;
  /** Told in a French sentence what was found damaged, and set aside. */
  readonly say: (sentence: string) => void;
}

/**
 * Opens users and sessions of DATA_DIR, with the first administrator or the one-time code that creates it. Where the users
 * cannot be read the accounts are closed, and said to be.
 */
export async function openAccounts(options: AccountsOptions) {
  const { dataDir, state, clock, origin, logger, audit, say, refusal } = options;
  const onError = (error: unknown) => logger.error({ err: error }, 'accounts: background work failed');
  const trouble = state.trouble();
  if (trouble !== null) logger.error(`${trouble.reason} ${trouble.remedy}`);
  const sessions = createSessions({ state, clock, onError, refusal });
  const without = 'un nouveau est fait, et chacun se connecte de nouveau';
  const secret =
    options.sessionSecret ??
    (await readOrMakeSecret(join(dataDir, 'session-secret'), { without, say, refusal }));
  const cookie = createSessionCookie(origin, secret);
  const hasher = createPasswordHasher(options.passwordWork);
  const context: AuthContext = {
    dataDir,
    clock,
    state,
    sessions,
    cookie,
    hasher,
    audit,
    throttle: createThrottle(),
    devices: createKnownDevice(origin, secret),
  };
  const firstCode = refusal === null ? await prepareFirst(context, options) : null;
  const resolver = createResolver(context);

  return {
    ...resolver,
    handlers: {
      ...signInHandlers(context),
      ...registrationHandlers(context, firstCode),
      ...profileHandlers(context),
      ...sessionHandlers(context),
      ...applicationPasswordHandlers(context),
      listAuditEvents: audit.list,
    } satisfies Partial<AccountHandlers>,
    /** For the git remote. */
    checkApplicationPassword: createApplicationSignIn(context, onError),
    /** Why nobody can sign in nor be known, if so. */
    closed: (): Promise<ContentError<'accounts-closed'> | null> =>
      orClosed(state.known()).then((known) => (known instanceof ContentError ? known : null)),
    trouble: state.trouble,
    /** The one-time code while there is no administrator, for the start to print; null afterwards. */
    firstCode: () => (state.lastKnown()?.users.length === 0 ? firstCode : null),
    /** What was seen of sessions is on disk when this resolves. */
    async close(): Promise<void> {
      await sessions.close();
      hasher.close();
    },
  };
}

export type Accounts = Awaited<ReturnType<typeof openAccounts>>;

/** Finds out who makes a request: cookie → living session → user. */
function createResolver({ cookie, sessions, state }: AuthContext) {
  /** Who makes a request that went through the middleware, at this moment: a body may have taken long to come. */
  async function signedIn(request: Request): Promise<SignedIn | null> {
    const token = cookie.read(request);
    if (token === null) return null;
    const known = await orClosed(state.known());
    const session = known instanceof ContentError ? null : sessions.find(known, token);
    if (session === null || known instanceof ContentError) return null;
    const user = known.users.find(({ id }) => id === session.userId);
    // The operator's command or a new password ended it.
    if (user === undefined || user.sessionStamp !== session.stamp) return null;
    sessions.touch(session);
    return { sessionId: session.id, user: publicUser(user), author: authorOf(user) };
  }

  /** Reads the cookie; mount it ahead of /api and of the pages of the admin only. */
  const middleware: RequestHandler = cookie.middleware;
  return { middleware, signedIn };
}

/** What a user sees and changes of itself. */
function profileHandlers({ state, hasher, throttle, sessions, audit }: AuthContext) {
  return {
    async getUser(_input, call) {
      return Promise.resolve(requireSignedIn(call).user);
    },
    async updateProfile({ displayName, email }, call) {
      const { id } = requireSignedIn(call).user;
      return publicUser(await updateUser(state, id, (user) => ({ ...user, displayName, email })));
    },
    async changePassword({ current, next }, call) {
      const user = await requireUser(state, call);
      checkPassword({ password: next, username: user.username, field: 'next' });
      const caller = callerOf(call.request);
      const { sessionId } = requireSignedIn(call);
      // Who is signed in is let through a flood of sign-ins, and counted apart from it.
      const device = `session ${sessionId}`;
      const made = { target: `#password ${user.id}`, address: caller.ipAddress, device };
      const isMine = (password: string) => hasher.matches(password, user.passwordHash);
      // The next one may be set already, by a try whose answer was lost: knowing it counts as knowing the present one, which it is.
      const isRight = await throttle.attempt(made, async () =>
        (await isMine(current)) || (await isMine(next)) ? true : null,
      );
      if (isRight === null) {
        noteFailedSignIn(audit, { user, caller, by: 'password change' });
        throw new ContentError('refused', {
          reason: 'Le mot de passe actuel est incorrect.',
          field: 'current',
        });
      }
      const passwordHash = await hasher.hash(next);
      await updateUser(state, user.id, (now, tables) => {
        // Somebody set another one meanwhile: this one was checked against a password that is over.
        if (now.passwordHash !== user.passwordHash) throw new ContentError('unauthenticated', {});
        const changed = withPassword(now, passwordHash);
        sessions.keepOnly(tables, sessionId, changed);
        return changed;
      });
    },
  } satisfies Partial<AccountHandlers>;
}

/** The sessions of whoever calls: seen, and ended one by one or all at once. */
function sessionHandlers({ state, sessions, cookie }: AuthContext) {
  const mine = async (call: HttpCall) => sessions.of(await state.known(), await requireUser(state, call));
  return {
    async listSessions(_input, call) {
      const { sessionId } = requireSignedIn(call);
      return (await mine(call)).map((session) => ({
        id: session.id,
        createdAt: new Date(session.createdAt).toISOString(),
        lastSeenAt: new Date(session.lastSeenAt).toISOString(),
        userAgent: session.userAgent,
        ipAddress: session.ipAddress,
        isCurrent: session.id === sessionId,
      }));
    },
    async endSession({ id }, call) {
      if (!(await mine(call)).some((session) => session.id === id)) {
        throw new ContentError('not-found', { what: 'Cette session' });
      }
      await sessions.end((session) => session.id === id);
      if (id === requireSignedIn(call).sessionId) cookie.remove(call.request);
    },
    async endAllSessions(_input, call) {
      const { user } = requireSignedIn(call);
      cookie.remove(call.request);
      await sessions.end((session) => session.userId === user.id);
    },
  } satisfies Partial<AccountHandlers>;
}
