import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type * as z from 'zod';
import { type AuditEvent, auditEventSchema } from '#content/contract/account-operations.ts';
import type { AuditEventType, AuditResourceType } from '#content/contract/operation.ts';
import type { AccountOperations } from '#content/contract/operations.ts';
import type { ContentError } from '#content/model/errors.ts';
import type { State } from '../data/state.ts';
import type { StateTables } from '../data/state-tables.ts';

/** What a caller states of an event; the log adds its id, its time and the visitor's hash. */
interface AuditEntry {
  readonly eventType: AuditEventType;
  readonly resourceType: AuditResourceType | null;
  readonly resourceId: string | null;
  readonly userAgent: string | null;
  readonly ipAddress: string;
  /** The id sessions are listed by, never what the cookie holds. */
  readonly sessionId: string | null;
  readonly details?: Readonly<Record<string, unknown>>;
}

type AuditFilter = z.output<AccountOperations['listAuditEvents']['input']>;

interface AuditLogOptions {
  readonly state: State;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly keepMonths: number;
  readonly logger: Pick<Logger, 'info'>;
  readonly onError: (error: unknown) => void;
  /** Why nothing may be written, if so: events are in the server's log alone. */
  readonly refusal?: ContentError | null;
}

/** How often events that are too old are removed, in milliseconds. */
const PRUNE_EVERY_MS = 24 * 3600 * 1000;
/** More events than this waiting for the disk are dropped, with an error. */
const MAX_WAITING = 10_000;
/** Rows read at once; others have their turn in between. */
const PIECE = 500;

/**
 * The audit log (docs/product.md, Audit log): who did what, newest first. Events older than `keepMonths` are removed now and once a
 * day.
 */
export function createAuditLog(options: AuditLogOptions) {
  const { state, clock, keepMonths, logger, onError, refusal = null } = options;
  let waiting: Omit<AuditEvent, 'visitorHash'>[] = [];
  let last: Promise<void> = Promise.resolve();

  function enqueue(task: () => Promise<void>): Promise<void> {
    last = last.then(task).catch(onError);
    return last;
  }

  /** What cannot be written waits for the next time. */
  async function flush(): Promise<void> {
    const taken = waiting;
    if (taken.length === 0) return;
    await state.note((tables) => {
      const key = visitorKey(tables, onError);
      for (const event of taken) tables.audit.add({ ...event, visitorHash: visitorHash(key, event) });
    });
    waiting = waiting.slice(taken.length);
  }

  const expiry = () => expiryOf(clock(), keepMonths);
  const prune = () => {
    if (refusal === null) void enqueue(() => state.note(({ audit }) => audit.prune(expiry())));
  };
  prune();
  const timer = setInterval(prune, PRUNE_EVERY_MS);
  timer.unref();

  return {
    /** Logs an event, and queues it, in order. Never waits and never fails: what cannot be written is told to `onError`. */
    write(entry: AuditEntry): void {
      const event = eventOf(entry, clock());
      logger.info({ audit: event }, 'audit');
      if (refusal !== null) return;
      if (waiting.length >= MAX_WAITING) {
        onError(new Error('audit log: the disk does not follow, an event was dropped'));
        return;
      }
      waiting = [...waiting, event];
      // After the answer.
      void enqueue(async () => nextTurn().then(flush));
    },
    /** Events as the filter says, those queued before the call included. Throws ContentError 'accounts-closed'. */
    async list(filter: AuditFilter) {
      await last;
      return searchEvents(state, filter, expiry());
    },
    /** Everything queued is on disk when this resolves. */
    async close(): Promise<void> {
      clearInterval(timer);
      await enqueue(flush);
    },
  };
}

export type AuditLog = ReturnType<typeof createAuditLog>;

/** The ISO 8601 time before which events are no longer kept. */
function expiryOf(now: number, keepMonths: number): string {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - keepMonths);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.toISOString();
}

function eventOf(entry: AuditEntry, now: number): Omit<AuditEvent, 'visitorHash'> {
  const severity = entry.eventType === 'sign-in-failed' ? 'warning' : 'info';
  const timestamp = new Date(now).toISOString();
  return { ...entry, id: randomUUID(), details: entry.details ?? {}, severity, timestamp };
}

/** The key of {@link visitorHash}, made at first use, and again when it is none of ours. */
function visitorKey({ keys }: StateTables, onError: (error: unknown) => void): string {
  const kept = keys.get('visitor');
  if (kept !== undefined && /^[A-Za-z0-9_-]{43}$/.test(kept)) return kept;
  if (kept !== undefined)
    onError(new Error('audit log: the key was damaged; visitors from before are others now'));
  const made = randomBytes(32).toString('base64url');
  keys.put('visitor', made);
  return made;
}

/**
 * Tells visitors apart without saying who they are (docs/product.md, Audit log): HMAC-SHA-256 of address and browser under a
 * key that is kept, so that the hash cannot be undone by trying every address.
 */
function visitorHash(key: string, { ipAddress, userAgent }: Omit<AuditEvent, 'visitorHash'>): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([ipAddress, userAgent]))
    .digest('base64url');
}

/** The events a filter asks for, none older than `since`, newest first. Reads no further back than the page needs. */
async function searchEvents(state: State, filter: AuditFilter, since: string) {
  const events: AuditEvent[] = [];
  const { after, eventType = null, severity = null, limit } = filter;
  let before = after === undefined ? null : await state.read(({ audit }) => audit.placeOf(after) ?? 0);
  for (;;) {
    const question = { before, since, eventType, severity, limit: PIECE };
    const rows = await state.read(({ audit }) => audit.ask(question));
    for (const row of rows) {
      const event = parseEvent(row.event);
      if (event === null || !contains(event, filter.search)) continue;
      if (events.length === limit) return { events, hasMore: true };
      events.push(event);
    }
    if (rows.length < PIECE) return { events, hasMore: false };
    before = rows.at(-1)?.seq ?? 0;
    await nextTurn();
  }
}

/** Null when it is none, or no longer. */
function parseEvent(text: string): AuditEvent | null {
  try {
    return auditEventSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null; // Not JSON.
  }
}

function contains(event: AuditEvent, search = ''): boolean {
  const wanted = search.trim().toLowerCase();
  return wanted === '' || searchedText(event).includes(wanted);
}

function searchedText(event: AuditEvent): string {
  const { eventType, resourceType, resourceId, userAgent, ipAddress, sessionId, details } = event;
  const values = Object.values(details).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  );
  return [eventType, resourceType, resourceId, userAgent, ipAddress, sessionId, ...values]
    .join('\n')
    .toLowerCase();
}
