import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import cookieSession from 'cookie-session';
import type { NextFunction, Request, Response } from 'express';
import { type ContentError, unless } from '#content/model/errors.ts';
import type { Caller, HttpCall } from '../api/http-call.ts';
import type { Known, State } from '../data/state.ts';
import type { StateTables, StoredSession, StoredUser } from '../data/state-tables.ts';
import { digestOf, isSameDigest } from './secrets.ts';

/** docs/design.md, Sessions: how long a session lives without being used, and in all, in milliseconds. */
const MAX_IDLE_MS = 12 * 3600 * 1000;
const MAX_AGE_MS = 7 * 24 * 3600 * 1000;
/** Living sessions of one user; the least used end when there are more. */
const MAX_SESSIONS = 20;
/** When a session was last seen is written this often at most, in milliseconds. */
const WRITE_SEEN_EVERY_MS = 60_000;

interface SessionsOptions {
  readonly state: State;
  readonly clock: () => number;
  readonly onError: (error: unknown) => void;
  /** Why nothing may be written, if so: what is seen of sessions is then not kept. */
  readonly refusal: ContentError | null;
}

/** The living sessions. A cookie is worth what their table says, and nothing once its session is not there. */
export function createSessions({ state, clock, onError, refusal }: SessionsOptions) {
  /** When sessions were last seen, by id, since that was last written. */
  const seen = new Map<string, number>();
  /** Digests of those that ended while nothing could be written. */
  const ended = new Set<string>();
  let seenWrittenAt = clock();

  const withSeen = (session: StoredSession): StoredSession => ({
    ...session,
    lastSeenAt: Math.max(session.lastSeenAt, seen.get(session.id) ?? 0),
  });
  const isAlive = ({ digest, createdAt, lastSeenAt }: StoredSession) =>
    !ended.has(digest) && clock() - lastSeenAt < MAX_IDLE_MS && clock() - createdAt < MAX_AGE_MS;
  const isOf = (user: StoredUser) => (session: StoredSession) =>
    session.userId === user.id && session.stamp === user.sessionStamp;

  /** The living sessions as they are in the table; the others go. */
  function living({ sessions }: StateTables): readonly StoredSession[] {
    const all = sessions.read().rows.map(withSeen);
    for (const session of all) if (!isAlive(session)) sessions.remove(session.id);
    return all.filter(isAlive);
  }

  async function writeSeen(): Promise<void> {
    seenWrittenAt = clock();
    await state.note((tables) => {
      for (const session of living(tables)) if (seen.has(session.id)) tables.sessions.put(session);
    });
  }

  /** Ends those that `isOver` picks, for good when this resolves. */
  async function end(isOver: (session: StoredSession) => boolean): Promise<void> {
    await state.change((tables) => {
      for (const session of living(tables)) if (isOver(session)) tables.sessions.remove(session.id);
    });
  }

  return {
    end,
    /** Begins a session; `token` is what the cookie carries, and is kept nowhere. On disk when this resolves. */
    async begin(user: StoredUser, caller: Caller) {
      const token = randomBytes(32).toString('base64url');
      const session = newSession({ user, caller, token, now: clock() });
      await state.change((tables) => {
        const mine = living(tables).filter(isOf(user)).toSorted(lastUsedFirst);
        for (const { id } of mine.slice(MAX_SESSIONS - 1)) tables.sessions.remove(id);
        tables.sessions.put(session);
      });
      return { token, session };
    },
    /** The living session of a token; null when it ended or went past its limits. */
    find(known: Known, token: string): StoredSession | null {
      const session = known.sessions.get(digestOf(token));
      return session !== undefined && isAlive(withSeen(session)) ? session : null;
    },
    /** Notes that a session was used. */
    touch({ id, lastSeenAt }: StoredSession): void {
      seen.set(id, Math.max(lastSeenAt, seen.get(id) ?? 0, clock()));
      if (refusal === null && clock() - seenWrittenAt >= WRITE_SEEN_EVERY_MS) writeSeen().catch(onError);
    },
    /** The living sessions of a user, the last used first. */
    of: (known: Known, user: StoredUser): readonly StoredSession[] =>
      [...known.sessions.values()].map(withSeen).filter(isAlive).filter(isOf(user)).toSorted(lastUsedFirst),
    /** Ends the session of a token; while nothing can be written, for this process, and for good with what is written next. */
    async endOf(token: string): Promise<void> {
      const digest = digestOf(token);
      if (state.lastKnown()?.sessions.has(digest) === false) return;
      ended.add(digest);
      const ending = end((session) => session.digest === digest);
      await unless(['accounts-closed', 'disk-full', 'locked', 'read-only'], ending, undefined);
    },
    /** In a change of the user: gives the session with this id the new stamp, and ends the user's others. */
    keepOnly(tables: StateTables, id: string, user: StoredUser): void {
      for (const session of living(tables)) {
        if (session.id === id) tables.sessions.put({ ...session, stamp: user.sessionStamp });
        else if (session.userId === user.id) tables.sessions.remove(session.id);
      }
    },
    async close(): Promise<void> {
      if (seen.size + ended.size > 0 && refusal === null) await writeSeen().catch(onError);
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;

function lastUsedFirst(one: StoredSession, other: StoredSession): number {
  return other.lastSeenAt - one.lastSeenAt;
}

function newSession(from: {
  readonly user: StoredUser;
  readonly caller: Caller;
  readonly token: string;
  readonly now: number;
}): StoredSession {
  const { user, caller, token, now } = from;
  return {
    id: randomUUID(),
    digest: digestOf(token),
    userId: user.id,
    stamp: user.sessionStamp,
    createdAt: now,
    lastSeenAt: now,
    userAgent: caller.userAgent ?? '',
    ipAddress: caller.ipAddress,
  };
}

const DEVICE_PATH = '/api/login';
const YEAR_MS = 365 * 24 * 3600 * 1000;

/**
 * The cookie that carries a session's token, signed: what it is worth is the table's to say. HttpOnly, SameSite=Lax, and behind
 * https `Secure` and `__Host-` (docs/design.md, Sessions).
 */
export function createSessionCookie(origin: string, secret: string) {
  const isSecure = origin.startsWith('https:');
  const parseCookie = cookieSession({
    name: isSecure ? '__Host-encrier' : 'encrier',
    keys: [secret],
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecure,
    maxAge: MAX_AGE_MS,
  });
  return {
    middleware: (request: Request, response: Response, next: NextFunction): void => {
      // Browsers come by https, whatever lies between: without this the library would silently send no cookie.
      if (isSecure) Object.defineProperty(request, 'protocol', { value: 'https', configurable: true });
      parseCookie(request, response, next);
    },
    read(request: Request): string | null {
      const token: unknown = request.session?.['token'];
      return typeof token === 'string' ? token : null;
    },
    write(request: Request, token: string): void {
      request.session = { token };
    },
    remove(request: Request): void {
      request.session = null;
    },
  };
}

export type SessionCookie = ReturnType<typeof createSessionCookie>;

/**
 * Knows again a browser that signed in to an account: its wrong tries are counted apart, so that whoever shares the
 * owner's address, or floods the sign-in from everywhere, does not lock the owner out. Its cookies are signed with `secret`, sent to the sign-in only, and open nothing.
 */
export function createKnownDevice(origin: string, secret: string) {
  const secure = origin.startsWith('https:');
  const cookieName = secure ? '__Secure-encrier-appareil' : 'encrier-appareil';
  const cookieOptions = {
    path: DEVICE_PATH,
    maxAge: YEAR_MS,
    httpOnly: true,
    sameSite: 'strict',
    secure,
  } as const;
  const shape = new RegExp(`(?:^|; *)${cookieName}=([0-9a-f-]{36})\\.([0-9a-f]{64})(?:;|$)`);
  const sign = (device: string, user: StoredUser) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['known device', device, user.id]))
      .digest('hex');

  /** What names the browser, when it signed in to this account before. */
  function read(request: Request, user: StoredUser | null): string | null {
    const [, device, signature] = shape.exec(request.headers.cookie ?? '') ?? [];
    if (user === null || device === undefined || signature === undefined) return null;
    return isSameDigest(signature, sign(device, user)) ? `device ${device}` : null;
  }
  return {
    read,
    /** Makes the browser known to the account, unless it is. */
    remember({ request, response }: Pick<HttpCall, 'request' | 'response'>, user: StoredUser): void {
      if (read(request, user) !== null) return;
      const device = randomUUID();
      response.cookie(cookieName, `${device}.${sign(device, user)}`, cookieOptions);
    },
  };
}

export type KnownDevice = ReturnType<typeof createKnownDevice>;
