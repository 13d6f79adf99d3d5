import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { addUser, newUser } from '../auth/users.ts';
import { openState, type State } from '../data/state.ts';
import { openDatabase } from '../testing/state-rows.ts';
import { type AuditLog, createAuditLog } from './audit-log.ts';

type AuditEntry = Parameters<AuditLog['write']>[0];

const CAMILLE = {
  username: 'camille',
  displayName: '',
  email: '',
  now: 0,
  passwordHash: `$2b$04$${'a'.repeat(53)}`,
};

let folder: TemporaryFolder;
let now: number;
let errors: unknown[];
let state: State;
let log: AuditLog;
beforeEach(async () => {
  folder = createTemporaryFolder();
  now = Date.UTC(2026, 2, 14, 9, 30);
  errors = [];
  await open();
});
afterEach(async () => {
  await close();
  folder.remove();
});

async function open(): Promise<void> {
  const onError = (error: unknown) => errors.push(error);
  state = await openState({ dataDir: folder.path, onError, say: onError });
  const logger = pino({ level: 'silent' });
  log = createAuditLog({ state, clock: () => now, keepMonths: 12, logger, onError });
}
async function close(): Promise<void> {
  await log.close();
  state.close();
}
async function reopen(): Promise<void> {
  await close();
  await open();
}
function entry(details: AuditEntry['details'] = {}, changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    eventType: 'update',
    resourceType: 'post',
    resourceId: 'article-1',
    sessionId: null,
    details,
    ipAddress: '192.0.2.1',
    userAgent: 'Essai/1.0',
    ...changes,
  };
}
function writeMany(from: number, to: number): void {
  for (let number = from; number < to; number += 1) log.write(entry({ number }));
}
const file = () => join(folder.path, 'state.sqlite');
const kept = () =>
  state.read(({ audit }) =>
    audit.ask({ before: null, since: '', eventType: null, severity: null, limit: 1000 }),
  );
async function numbers(filter: Partial<Parameters<AuditLog['list']>[0]> = {}) {
  const { events, hasMore } = await log.list({ limit: 200, ...filter });
  return { numbers: events.map(({ details }) => details['number']), hasMore };
}

describe('createAuditLog', () => {
  it('keeps every field of an event, for the server alone', async () => {
    log.write(entry({ title: 'Un\ntitre' }));
    log.write(entry({}, { eventType: 'sign-in-failed' }));
    const { events } = await log.list({ limit: 10 });
    expect(events[1]).toEqual({
      eventType: 'update',
      resourceType: 'post',
      resourceId: 'article-1',
      sessionId: null,
      ipAddress: '192.0.2.1',
      userAgent: 'Essai/1.0',
      details: { title: 'Un\ntitre' },
      severity: 'info',
      timestamp: '2026-03-14T09:30:00.000Z',
      id: events[1]?.id,
      visitorHash: events[1]?.visitorHash,
    });
    expect(events[1]?.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(events[1]?.visitorHash).toMatch(/^[\w-]{43}$/);
    expect(events[0]?.severity).toBe('warning');
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it('tells visitors apart by address and browser, alike after a restart and not in another folder', async () => {
    log.write(entry());
    log.write(entry({}, { ipAddress: '192.0.2.2' }));
    log.write(entry({}, { userAgent: null }));
    await reopen();
    log.write(entry());
    const hashes = (await log.list({ limit: 10 })).events.map(({ visitorHash }) => visitorHash);
    expect([new Set(hashes).size, hashes[0] === hashes[3]]).toEqual([3, true]);
  });

  it('gives events newest first over months and restarts, in the order they came', async () => {
    writeMany(0, 3);
    now = Date.UTC(2026, 3, 1);
    writeMany(3, 5);
    await reopen();
    writeMany(5, 6);
    expect((await numbers()).numbers).toEqual([5, 4, 3, 2, 1, 0]);
  });

  it('gives pages that follow one another, over pieces of a long table too', async () => {
    const padding = 'é'.repeat(700);
    for (let number = 0; number < 1250; number += 1) log.write(entry({ number, padding }));
    const seen: unknown[] = [];
    let after: string | undefined;
    for (;;) {
      const page = await log.list({ limit: 170, ...(after === undefined ? {} : { after }) });
      seen.push(...page.events.map(({ details }) => details['number']));
      after = page.events.at(-1)?.id;
      if (!page.hasMore) break;
      // What comes meanwhile does not shift what follows.
      log.write(entry({ number: 'new' }));
    }
    expect(seen).toEqual(Array.from({ length: 1250 }, (_, index) => 1249 - index));
  });

  it('has nothing after an event that is not there', async () => {
    writeMany(0, 3);
    const after = '00000000-0000-4000-8000-000000000000';
    expect(await numbers({ after })).toEqual({ numbers: [], hasMore: false });
  });

  it('filters by kind, severity and what values say', async () => {
    log.write(entry({ number: 1 }, { eventType: 'sign-in-failed' }));
    log.write(entry({ number: 2, title: 'Trésorerie' }));
    log.write(entry({ number: 3 }, { ipAddress: '2001:db8::7' }));
    expect((await numbers({ eventType: 'sign-in-failed' })).numbers).toEqual([1]);
    expect((await numbers({ severity: 'warning' })).numbers).toEqual([1]);
    expect((await numbers({ severity: 'info' })).numbers).toEqual([3, 2]);
    expect((await numbers({ search: ' TRÉSORERIE ' })).numbers).toEqual([2]);
    expect((await numbers({ search: 'db8::7' })).numbers).toEqual([3]);
    expect((await numbers({ search: 'timestamp' })).numbers).toEqual([]);
  });

  it('finds what lies far back among other events', async () => {
    log.write(entry({ number: 'loin' }));
    writeMany(0, 1100);
    expect((await numbers({ search: 'loin' })).numbers).toEqual(['loin']);
  });

  it('passes over what is no event any more', async () => {
    writeMany(0, 2);
    await close();
    const database = openDatabase(file());
    database.exec(`update journal set event = '{"id":"0f' where seq = 1`);
    database.close();
    await open();
    writeMany(2, 3);
    expect((await numbers()).numbers).toEqual([2, 1]);
  });

  it('removes what is older than it keeps, line by line, and shows none of it before', async () => {
    now = Date.UTC(2025, 1, 20);
    writeMany(0, 1);
    now = Date.UTC(2025, 2, 14, 9, 29);
    writeMany(1, 2);
    now = Date.UTC(2025, 2, 14, 9, 31);
    writeMany(2, 3);
    now = Date.UTC(2026, 2, 14, 9, 30);
    writeMany(3, 4);
    expect((await numbers()).numbers).toEqual([3, 2]);
    await reopen();
    await log.list({ limit: 1 });
    expect((await kept()).map(({ event }) => /"number":\d/.exec(event)?.[0])).toEqual([
      '"number":3',
      '"number":2',
    ]);
  });

  it('never fails a call: what cannot be written is told, and is written once it can be', async () => {
    await state.change((tables) => addUser(tables, newUser(CAMILLE)));
    renameSync(file(), `${file()}.away`);
    writeMany(0, 1);
    await log.list({ limit: 1 });
    expect(errors.length).toBeGreaterThan(0);
    renameSync(`${file()}.away`, file());
    writeMany(1, 2);
    expect((await numbers()).numbers).toEqual([1, 0]);
  });
});
