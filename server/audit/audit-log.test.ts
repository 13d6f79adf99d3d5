import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { type AuditLog, createAuditLog } from './audit-log.ts';

type AuditEntry = Parameters<AuditLog['write']>[0];

let folder: TemporaryFolder;
let now: number;
let errors: unknown[];
let log: AuditLog;
beforeEach(() => {
  folder = createTemporaryFolder();
  now = Date.UTC(2026, 2, 14, 9, 30);
  errors = [];
  log = open();
});
afterEach(async () => {
  await log.close();
  folder.remove();
});

function open(): AuditLog {
  const onError = (error: unknown) => errors.push(error);
  return createAuditLog({ dataDir: folder.path, clock: () => now, keepMonths: 12, onError });
}
async function reopen(): Promise<void> {
  await log.close();
  log = open();
}
function entry(details: AuditEntry['details'] = {}, changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    ...{ eventType: 'update', resourceType: 'post', resourceId: 'article-1', sessionId: null, details },
    ...{ ipAddress: '192.0.2.1', userAgent: 'Essai/1.0', ...changes },
  };
}
function writeMany(from: number, to: number): void {
  for (let number = from; number < to; number += 1) log.write(entry({ number }));
}
const monthPath = (month: string) => join(folder.path, 'audit', `${month}.jsonl`);
const months = () =>
  readdirSync(join(folder.path, 'audit'))
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted();
async function numbers(filter: Partial<Parameters<AuditLog['list']>[0]> = {}) {
  const { events, hasMore } = await log.list({ limit: 200, ...filter });
  return { numbers: events.map(({ details }) => details['number']), hasMore };
}

describe('createAuditLog', () => {
  it('keeps every field of an event, one line each, for the server alone', async () => {
    log.write(entry({ title: 'Un\ntitre' }));
    log.write(entry({}, { eventType: 'sign-in-failed', userAgent: 'x'.repeat(1000) }));
    const { events } = await log.list({ limit: 10 });
    expect(events[1]).toEqual({
      ...{ eventType: 'update', resourceType: 'post', resourceId: 'article-1', sessionId: null },
      ...{
        ipAddress: '192.0.2.1',
        userAgent: 'Essai/1.0',
        details: { title: 'Un\ntitre' },
        severity: 'info',
      },
      timestamp: '2026-03-14T09:30:00.000Z',
      ...{ id: events[1]?.id, visitorHash: events[1]?.visitorHash },
    });
    expect(events[1]?.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(events[1]?.visitorHash).toMatch(/^[\w-]{43}$/);
    expect([events[0]?.severity, events[0]?.userAgent]).toEqual(['warning', 'x'.repeat(300)]);
    expect(readFileSync(monthPath('2026-03'), 'utf8').split('\n')).toHaveLength(3);
    expect(statSync(monthPath('2026-03')).mode & 0o777).toBe(0o600);
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
    expect(months()).toEqual(['2026-03.jsonl', '2026-04.jsonl']);
  });

  it('gives pages that follow one another, over pieces of a long file too', async () => {
    const padding = 'é'.repeat(700);
    for (let number = 0; number < 250; number += 1) log.write(entry({ number, padding }));
    const seen: unknown[] = [];
    let after: string | undefined;
    for (;;) {
      const page = await log.list({ limit: 60, ...(after === undefined ? {} : { after }) });
      seen.push(...page.events.map(({ details }) => details['number']));
      after = page.events.at(-1)?.id;
      if (!page.hasMore) break;
      // What comes meanwhile does not shift what follows.
      log.write(entry({ number: 'new' }));
    }
    expect(seen).toEqual(Array.from({ length: 250 }, (_, index) => 249 - index));
  });

  it('has nothing after an event that is not there', async () => {
    writeMany(0, 3);
    const after = '00000000-0000-4000-8000-000000000000';
    expect(await numbers({ after })).toEqual({ numbers: [], hasMore: false });
  });

  it('filters by kind, severity and what values say', async () => {
    log.write(entry({ number: 1 }, { eventType: 'sign-in-failed' }));
    log.write(entry({ number: 2, title: 'Trésorerie' }));
    log.write(entry({ number: 3 }, { ipAddress: '2001:db8::7', severity: 'error' }));
    expect((await numbers({ eventType: 'sign-in-failed' })).numbers).toEqual([1]);
    expect((await numbers({ severity: 'error' })).numbers).toEqual([3]);
    expect((await numbers({ search: ' TRÉSORERIE ' })).numbers).toEqual([2]);
    expect((await numbers({ search: 'db8::7' })).numbers).toEqual([3]);
    expect((await numbers({ search: 'timestamp' })).numbers).toEqual([]);
  });

  it('passes over a torn line, and does not glue the next event to it', async () => {
    writeMany(0, 2);
    await log.close();
    appendFileSync(monthPath('2026-03'), '{"id":"0f');
    log = open();
    writeMany(2, 3);
    expect((await numbers()).numbers).toEqual([2, 1, 0]);
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
    expect(months()).toEqual(['2025-03.jsonl', '2026-03.jsonl']);
    expect(readFileSync(monthPath('2025-03'), 'utf8').match(/"number":\d/g)).toEqual(['"number":2']);
  });

  it('never fails a call: what cannot be written is told, and later events are', async () => {
    await log.close();
    mkdirSync(monthPath('2026-05'), { recursive: true });
    log = open();
    now = Date.UTC(2026, 4, 2);
    writeMany(0, 1);
    now = Date.UTC(2026, 5, 2);
    await log.list({ limit: 1 }).catch(() => undefined);
    writeMany(1, 2);
    await log.close();
    expect(errors).toHaveLength(1);
    expect(readFileSync(monthPath('2026-06'), 'utf8')).toContain('"number":1');
  });

  it('takes no other file of its folder for its own', async () => {
    writeMany(0, 1);
    await log.close();
    writeFileSync(join(folder.path, 'audit', 'notes.jsonl'), '{}\n');
    log = open();
    expect((await numbers()).numbers).toEqual([0]);
  });
});
