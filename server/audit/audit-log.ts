import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { AuditEvent } from '#content/contract/account-operations.ts';
import type { AuditEventType, AuditResourceType } from '#content/contract/operation.ts';
import type { ContentError } from '#content/model/errors.ts';
import { createAuditFiles } from './audit-files.ts';
import { expiryOf } from './audit-months.ts';
import { type AuditFilter, type AuditPage, searchEvents } from './audit-search.ts';
import { createVisitorHash } from './visitor-hash.ts';

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
  /** By default `warning` for a failed sign-in, else `info`. */
  readonly severity?: AuditEvent['severity'];
}

/** The audit log (docs/product.md, Audit log): who did what, kept for a time, newest first. */
export interface AuditLog {
  /** Queues an event, in order. Never waits and never fails: what cannot be written is told to `onError`. */
  write(entry: AuditEntry): void;
  /** Events as the filter says, those queued before the call included. */
  list(filter: AuditFilter): Promise<AuditPage>;
  /** Everything queued is on disk when this resolves. */
  close(): Promise<void>;
}

interface AuditLogOptions {
  readonly dataDir: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly keepMonths: number;
  readonly onError: (error: unknown) => void;
  /** Why nothing may be written, if so: nothing is. */
  readonly refusal?: ContentError | null;
}

/** How often events that are too old are removed, in milliseconds. */
const PRUNE_EVERY_MS = 24 * 3600 * 1000;

/** Opens the log in `DATA_DIR/audit`; events older than `keepMonths` are removed now and once a day. */
export function createAuditLog({
  dataDir,
  clock,
  keepMonths,
  onError,
  refusal = null,
}: AuditLogOptions): AuditLog {
  const folder = join(dataDir, 'audit');
  const files = createAuditFiles({ folder, onError });
  const visitorHash = createVisitorHash(join(folder, 'visitor-key'), (sentence) =>
    onError(new Error(sentence)),
  );
  const expiry = () => expiryOf(clock(), keepMonths);
  const prune = () => {
    if (refusal === null) files.prune(expiry());
  };
  prune();
  const timer = setInterval(prune, PRUNE_EVERY_MS);
  timer.unref();

  return {
    write(entry) {
      if (refusal !== null) return;
      const timestamp = new Date(clock()).toISOString();
      files.append(timestamp, async () => eventOf(entry, timestamp, await visitorHash(entry)));
    },
    async list(filter) {
      await files.settled();
      return searchEvents({ folder, filter, expiry: expiry() });
    },
    async close() {
      clearInterval(timer);
      await files.close();
    },
  };
}

/** Longest browser name kept; longer ones are cut. */
const MAX_USER_AGENT = 300;

function eventOf(entry: AuditEntry, timestamp: string, visitorHash: string): AuditEvent {
  const severity = entry.severity ?? (entry.eventType === 'sign-in-failed' ? 'warning' : 'info');
  const userAgent = entry.userAgent?.slice(0, MAX_USER_AGENT) ?? null;
  const details = entry.details ?? {};
  return { ...entry, userAgent, id: randomUUID(), details, severity, timestamp, visitorHash };
}
