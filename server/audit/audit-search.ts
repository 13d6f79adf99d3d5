import { join } from 'node:path';
import type * as z from 'zod';
import type { AuditEvent } from '#content/contract/account-operations.ts';
import type { AccountOperations } from '#content/contract/operations.ts';
import { linesFromEnd, parseLine } from './audit-lines.ts';
import { listMonthFiles } from './audit-months.ts';

export interface AuditPage {
  readonly events: AuditEvent[];
  readonly hasMore: boolean;
}

export type AuditFilter = z.output<AccountOperations['listAuditEvents']['input']>;

interface Search {
  readonly folder: string;
  readonly filter: AuditFilter;
  /** ISO 8601; older events are kept no longer, whether they were removed yet or not. */
  readonly expiry: string;
}

/** The events a filter asks for, newest first. Reads no further back than the page needs. */
export async function searchEvents({ folder, filter, expiry }: Search): Promise<AuditPage> {
  const events: AuditEvent[] = [];
  for await (const event of following(folder, filter.after)) {
    if (event.timestamp < expiry) break;
    if (!fits(event, filter)) continue;
    if (events.length === filter.limit) return { events, hasMore: true };
    events.push(event);
  }
  return { events, hasMore: false };
}

/** Events after the one with this id, or all; none when there is no such event. */
async function* following(folder: string, after: string | undefined): AsyncGenerator<AuditEvent> {
  let isReached = after === undefined;
  for (const name of await listMonthFiles(folder)) {
    for await (const line of linesFromEnd(join(folder, name))) {
      // Lines on the way are not worth parsing.
      if (!isReached && after !== undefined && !line.includes(after)) continue;
      const event = parseLine(line);
      if (event === null) continue;
      if (isReached) yield event;
      else isReached = event.id === after;
    }
  }
}

function fits(event: AuditEvent, { eventType, severity, search = '' }: AuditFilter): boolean {
  if (eventType !== undefined && event.eventType !== eventType) return false;
  if (severity !== undefined && event.severity !== severity) return false;
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
