import Database from 'better-sqlite3';
import type { AuditEvent } from '#content/contract/account-operations.ts';
import type { State } from '../data/state.ts';
import type { StoredUser } from '../data/state-tables.ts';

/** Rows of state.sqlite, for tests. */
export const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const HASH = `$2b$04$${'a'.repeat(53)}`;
export const person = (number: number, username = `personne-${number}`): StoredUser => ({
  id: id(number),
  username,
  displayName: username,
  email: '',
  passwordHash: HASH,
  sessionStamp: id(1000 + number),
  createdAt: '2026-03-14T09:30:00.000Z',
});
export const session = (number: number) => ({
  id: id(number),
  digest: `digest-${number}`,
  userId: id(1),
  stamp: id(1001),
  createdAt: 1,
  lastSeenAt: 1,
  userAgent: 'Essai/1.0',
  ipAddress: '192.0.2.1',
});
export const EVENT: AuditEvent = {
  id: id(7),
  eventType: 'update',
  resourceType: 'post',
  resourceId: null,
  userAgent: null,
  ipAddress: '',
  sessionId: null,
  details: {},
  severity: 'info',
  visitorHash: '',
  timestamp: '2026-03-14T09:30:00.000Z',
};

/** What the journal holds, the newest first. */
export const events = (state: State) =>
  state.read(({ audit }) =>
    audit.ask({ before: null, since: '', eventType: null, severity: null, limit: 10 }),
  );

/** Such a file, as another program has it. Close it. */
export function openDatabase(file: string): Database.Database {
  return new Database(file);
}
