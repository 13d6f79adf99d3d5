import { randomBytes, randomUUID } from 'node:crypto';
import { type ContentError, hasCode } from '#content/model/errors.ts';
import type { Known, State } from '../data/state.ts';
import type { StateTables, StoredSession, StoredUser } from '../data/state-tables.ts';
import type { Caller } from './caller.ts';
import { digestOf } from './secrets.ts';

/** docs/design.md, Sessions: how long a session lives without being used, and in all, in milliseconds. */
const MAX_IDLE_MS = 12 * 3600 * 1000;
export const MAX_AGE_MS = 7 * 24 * 3600 * 1000;
/** Living sessions of one user; the least used end when there are more. */
const MAX_SESSIONS = 20;
/** When a session was last seen is written this often at most, in milliseconds. */
const WRITE_SEEN_EVERY_MS = 60_000;

/** The living sessions. A cookie is worth what their table says, and nothing once its session is not there. */
export interface Sessions {
  /** Begins a session; `token` is what the cookie carries, and is kept nowhere. On disk when this resolves. */
  begin(
    user: StoredUser,
    caller: Caller,
  ): Promise<{ readonly token: string; readonly session: StoredSession }>;
  /** The living session of a token; null when it ended or went past its limits. */
  find(known: Known, token: string): StoredSession | null;
  /** Notes that a session was used. */
  touch(session: StoredSession): void;
  /** The living sessions of a user, the last used first. */
  of(known: Known, user: StoredUser): readonly StoredSession[];
  /** Ends those that `isOver` picks, for good when this resolves. */
  end(isOver: (session: StoredSession) => boolean): Promise<void>;
  /** Ends the session of a token; while the accounts are closed, as soon as they open again. */
  endOf(token: string): Promise<void>;
  /** In a change of the user: gives the session with this id the new stamp, and ends the user's others. */
  keepOnly(tables: StateTables, id: string, user: StoredUser): void;
  close(): Promise<void>;
}

interface SessionsOptions {
  readonly state: State;
  readonly clock: () => number;
  readonly onError: (error: unknown) => void;
  /** Why nothing may be written, if so: what is seen of sessions is then not kept. */
  readonly refusal: ContentError | null;
}

export function createSessions({ state, clock, onError, refusal }: SessionsOptions): Sessions {
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

  async function end(isOver: (session: StoredSession) => boolean): Promise<void> {
    await state.change((tables) => {
      for (const session of living(tables)) if (isOver(session)) tables.sessions.remove(session.id);
    });
  }

  return {
    end,
    async begin(user, caller) {
      const token = randomBytes(32).toString('base64url');
      const session = newSession({ user, caller, token, now: clock() });
      await state.change((tables) => {
        const mine = living(tables).filter(isOf(user)).toSorted(lastUsedFirst);
        for (const { id } of mine.slice(MAX_SESSIONS - 1)) tables.sessions.remove(id);
        tables.sessions.put(session);
      });
      return { token, session };
    },
    find(known, token) {
      const session = known.sessions.get(digestOf(token));
      return session !== undefined && isAlive(withSeen(session)) ? session : null;
    },
    touch({ id, lastSeenAt }) {
      seen.set(id, Math.max(lastSeenAt, seen.get(id) ?? 0, clock()));
      if (refusal === null && clock() - seenWrittenAt >= WRITE_SEEN_EVERY_MS) writeSeen().catch(onError);
    },
    of: (known, user) =>
      [...known.sessions.values()].map(withSeen).filter(isAlive).filter(isOf(user)).toSorted(lastUsedFirst),
    async endOf(token) {
      const digest = digestOf(token);
      if (state.lastKnown()?.sessions.has(digest) === false) return;
      ended.add(digest);
      await end((session) => session.digest === digest).catch((error: unknown) => {
        if (!hasCode(error, 'accounts-closed')) throw error;
      });
    },
    keepOnly(tables, id, user) {
      for (const session of living(tables)) {
        if (session.id === id) tables.sessions.put({ ...session, stamp: user.sessionStamp });
        else if (session.userId === user.id) tables.sessions.remove(session.id);
      }
    },
    async close() {
      if (seen.size + ended.size > 0 && refusal === null) await writeSeen().catch(onError);
    },
  };
}

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
    ...{ id: randomUUID(), digest: digestOf(token), userId: user.id, stamp: user.sessionStamp },
    ...{ createdAt: now, lastSeenAt: now },
    ...{ userAgent: caller.userAgent ?? '', ipAddress: caller.ipAddress },
  };
}
