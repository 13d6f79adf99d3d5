import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ContentError } from '#content/model/errors.ts';
import type { Caller } from './caller.ts';
import { digestOf } from './digest.ts';
import { createTableWriter, readSessionTable, type StoredSession } from './session-table.ts';
import type { StoredUser } from './stored-user.ts';

/** docs/design.md, Sessions: how long a session lives without being used, and in all, in milliseconds. */
const MAX_IDLE_MS = 12 * 3600 * 1000;
export const MAX_AGE_MS = 7 * 24 * 3600 * 1000;
/** Living sessions of one user; the least used end when there are more. */
const MAX_SESSIONS = 20;
/** When a session was last seen is written this often at most, in milliseconds. */
const WRITE_SEEN_EVERY_MS = 60_000;

/** The living sessions. A cookie is worth what this table says, and nothing once its session is not here. */
export interface Sessions {
  /** Begins a session; `token` is what the cookie carries, and is kept nowhere. On disk when this resolves. */
  begin(
    user: StoredUser,
    caller: Caller,
  ): Promise<{ readonly token: string; readonly session: StoredSession }>;
  /** The living session of a token; null when it ended or went past its limits. */
  find(token: string): StoredSession | null;
  /** Notes that a session was used. */
  touch(session: StoredSession): void;
  /** The living sessions of a user, the last used first. */
  of(user: StoredUser): readonly StoredSession[];
  /** Ends those that `isOver` picks, for good when this resolves. */
  end(isOver: (session: StoredSession) => boolean): Promise<void>;
  /** Gives the session with this id the user's new stamp, and ends the user's others. */
  keepOnly(id: string, user: StoredUser): Promise<void>;
  close(): Promise<void>;
}

interface SessionsOptions {
  readonly dataDir: string;
  readonly clock: () => number;
  readonly onError: (error: unknown) => void;
  /** Told in a French sentence that the sessions could not be read. */
  readonly say: (sentence: string) => void;
  /** Why nothing may be written, if so: sessions are then neither begun nor ended, and what is seen of them is not kept. */
  readonly refusal?: ContentError | null;
}

export async function openSessions({
  dataDir,
  clock,
  onError,
  say,
  refusal = null,
}: SessionsOptions): Promise<Sessions> {
  const file = join(dataDir, 'sessions.json');
  let sessions = new Map((await readSessionTable(file, say)).map((session) => [session.digest, session]));
  let seenWrittenAt = clock();
  const write =
    refusal === null ? createTableWriter(file, () => [...sessions.values()]) : () => Promise.reject(refusal);

  const isAlive = ({ createdAt, lastSeenAt }: StoredSession) =>
    clock() - lastSeenAt < MAX_IDLE_MS && clock() - createdAt < MAX_AGE_MS;
  const keep = (isKept: (session: StoredSession) => boolean) => {
    sessions = new Map([...sessions].filter(([, session]) => isAlive(session) && isKept(session)));
  };
  const of = (user: StoredUser) =>
    [...sessions.values()]
      .filter(
        (session) => session.userId === user.id && session.stamp === user.sessionStamp && isAlive(session),
      )
      .toSorted((a, b) => b.lastSeenAt - a.lastSeenAt);

  return {
    of,
    async begin(user, caller) {
      const token = randomBytes(32).toString('base64url');
      const session = newSession({ user, caller, token, now: clock() });
      const tooMany = new Set(of(user).slice(MAX_SESSIONS - 1));
      keep((other) => !tooMany.has(other));
      sessions.set(session.digest, session);
      await write().catch((error: unknown) => {
        sessions.delete(session.digest);
        throw error;
      });
      return { token, session };
    },
    find(token) {
      const session = sessions.get(digestOf(token));
      return session !== undefined && isAlive(session) ? session : null;
    },
    touch(session) {
      const now = clock();
      if (!sessions.has(session.digest)) return;
      sessions.set(session.digest, { ...session, lastSeenAt: Math.max(session.lastSeenAt, now) });
      if (refusal !== null || now - seenWrittenAt < WRITE_SEEN_EVERY_MS) return;
      seenWrittenAt = now;
      write().catch(onError);
    },
    async end(isOver) {
      keep((session) => !isOver(session));
      await write();
    },
    async keepOnly(id, user) {
      keep((session) => session.userId !== user.id || session.id === id);
      for (const session of sessions.values()) {
        if (session.id === id) sessions.set(session.digest, { ...session, stamp: user.sessionStamp });
      }
      await write();
    },
    async close() {
      if (sessions.size > 0 && refusal === null) await write().catch(onError);
    },
  };
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
