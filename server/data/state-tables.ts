import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import type { AuditEvent } from '#content/contract/account-operations.ts';

/** What is in state.sqlite cannot be used; `message` says which, in French. */
export class DamagedStateError extends Error {
  override readonly name = 'DamagedStateError';
}

/** Columns are named as the fields they hold. Times are milliseconds since 1970, or ISO 8601 where they are text. */
export const TABLES = `
  create table users (id text primary key, username text not null, displayName text not null, email text not null,
    passwordHash text not null, sessionStamp text not null, createdAt text not null, seal text not null) strict;
  create table applicationPasswords (id text primary key, userId text not null, name text not null, digest text not null,
    createdAt text not null, lastUsedAt text, seal text not null) strict;
  create table sessions (id text primary key, digest text not null, userId text not null, stamp text not null,
    createdAt integer not null, lastSeenAt integer not null, userAgent text not null, ipAddress text not null,
    seal text not null) strict;
  create table previews (id text primary key, postId text not null, digest text not null, createdAt integer not null,
    expiresAt integer not null, seal text not null) strict;
  create table journal (seq integer primary key, id text not null unique, timestamp text not null, eventType text not null,
    severity text not null, event text not null) strict;
  create table keys (name text primary key, value text not null) strict;
`;
/** Those that are looked through whole at each start; the audit log is long, and opens nothing. */
export const CHECKED_TABLES = ['users', 'applicationPasswords', 'sessions', 'previews', 'keys'] as const;

const userSchema = z.object({
  id: z.uuid(),
  username: z.string().min(1),
  displayName: z.string(),
  email: z.string(),
  /** bcrypt. */
  passwordHash: z.string().regex(/^\$2[aby]\$[0-9]{2}\$[./A-Za-z0-9]{53}$/),
  /** Sessions started under another stamp are over: a new password changes it, whoever sets it. */
  sessionStamp: z.uuid(),
  createdAt: z.iso.datetime(),
});
export type StoredUser = z.output<typeof userSchema>;

const applicationPasswordSchema = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  name: z.string(),
  /** SHA-256: the text is random and long, so that nothing slower is needed. */
  digest: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type StoredApplicationPassword = z.output<typeof applicationPasswordSchema>;

const sessionSchema = z.object({
  /** What sessions are listed by. */
  id: z.uuid(),
  /** SHA-256 of what the cookie holds: a stolen table gives no session. */
  digest: z.string(),
  userId: z.uuid(),
  /** The user's stamp when it began. */
  stamp: z.uuid(),
  createdAt: z.number(),
  lastSeenAt: z.number(),
  userAgent: z.string(),
  ipAddress: z.string(),
});
export type StoredSession = z.output<typeof sessionSchema>;

const previewSchema = z.object({
  /** What previews are listed and revoked by. */
  id: z.uuid(),
  postId: z.uuid(),
  /** SHA-256 of what the address holds: a stolen table shows no draft. */
  digest: z.string(),
  createdAt: z.number(),
  expiresAt: z.number(),
});
export type StoredPreview = z.output<typeof previewSchema>;

/** The forms of rows, for what is taken over from elsewhere. */
export const ROWS = {
  users: userSchema,
  applicationPasswords: applicationPasswordSchema,
  sessions: sessionSchema,
  previews: previewSchema,
} as const;

type Row = Readonly<Record<string, string | number | null>>;

/**
 * Rows that are used only if they are as they were written: SQLite's own check does not see a byte that turned inside of a
 * value, so each row carries the SHA-256 of its values.
 */
function sealedTable<Kept extends Row>(
  database: Database,
  name: string,
  schema: z.ZodType<Kept> & { readonly shape: object },
) {
  const columns = Object.keys(schema.shape);
  const sealOf = (row: Row) =>
    createHash('sha256')
      .update(JSON.stringify([name, ...columns.map((column) => row[column])]))
      .digest('hex');
  const selectAll = database.prepare(`select * from ${name} order by createdAt, rowid`);
  const insert = database.prepare(
    `insert or replace into ${name} (${columns.join()}, seal) values (${columns.map((column) => `@${column}`).join()}, @seal)`,
  );
  const erase = database.prepare(`delete from ${name} where id = ?`);
  return {
    /** The rows that can be used, and how many cannot. */
    read(): { readonly rows: readonly Kept[]; readonly refused: number } {
      const found = selectAll.all();
      const rows = found.flatMap((value) => {
        const row = schema.safeParse(value);
        const isWhole = row.success && sealedSchema.safeParse(value).data?.seal === sealOf(row.data);
        return isWhole ? [row.data] : [];
      });
      return { rows, refused: found.length - rows.length };
    },
    /** Adds a row, or replaces the one with its id. */
    put: (row: Kept): void => void insert.run({ ...row, seal: sealOf(row) }),
    remove: (id: string): void => void erase.run(id),
  };
}

const sealedSchema = z.object({ seal: z.string() });

/** What state.sqlite holds, each table with the statements that are prepared for it. */
export function openTables(database: Database) {
  return {
    users: sealedTable(database, 'users', ROWS.users),
    applicationPasswords: sealedTable(database, 'applicationPasswords', ROWS.applicationPasswords),
    sessions: sealedTable(database, 'sessions', ROWS.sessions),
    previews: sealedTable(database, 'previews', ROWS.previews),
    audit: auditTable(database),
    keys: keysTable(database),
  };
}
export type StateTables = ReturnType<typeof openTables>;

function keysTable(database: Database) {
  const select = database.prepare('select value from keys where name = ?').pluck();
  const insert = database.prepare('insert or replace into keys (name, value) values (?, ?)');
  return {
    get: (name: string) => z.string().optional().parse(select.get(name)),
    put: (name: string, value: string) => void insert.run(name, value),
  };
}

/** What a filter can ask of the rows themselves; null: anything. */
interface AuditQuestion {
  readonly before: number | null;
  readonly since: string;
  readonly eventType: string | null;
  readonly severity: string | null;
  readonly limit: number;
}

const auditRowSchema = z.object({ seq: z.number(), event: z.string() });

function auditTable(database: Database) {
  const insert = database.prepare(
    'insert or ignore into journal (id, timestamp, eventType, severity, event) values (@id, @timestamp, @eventType, @severity, @event)',
  );
  const select = database.prepare(
    `select seq, event from journal where seq < coalesce(@before, 9e15) and timestamp >= @since
     and eventType = coalesce(@eventType, eventType) and severity = coalesce(@severity, severity)
     order by seq desc limit @limit`,
  );
  const place = database.prepare('select seq from journal where id = ?').pluck();
  const prune = database.prepare('delete from journal where timestamp < ?');
  return {
    /** Adds the event unless it is there. */
    add(event: AuditEvent): void {
      const { id, timestamp, eventType, severity } = event;
      insert.run({ id, timestamp, eventType, severity, event: JSON.stringify(event) });
    },
    /** Events as JSON, the newest first. */
    ask: (question: AuditQuestion) => z.array(auditRowSchema).parse(select.all(question)),
    /** Where the event with this id stands; undefined when there is none. */
    placeOf: (id: string): number | undefined => z.number().optional().parse(place.get(id)),
    /** Removes what is older than this ISO 8601 time. */
    prune: (expiry: string) => void prune.run(expiry),
  };
}
