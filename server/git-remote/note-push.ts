import type { AuditLog } from '../audit/audit-log.ts';
import type { Caller } from '../auth/caller.ts';
import type { LandedUpdate } from './push-report.ts';

interface Push {
  readonly landed: readonly LandedUpdate[];
  readonly username: string;
  readonly caller: Caller;
}

/** Tells the audit log what a push moved: the published branch, or the one of what waits. */
export function notePush(audit: Pick<AuditLog, 'write'>, { landed, username, caller }: Push): void {
  for (const { ref, from, to } of landed) {
    audit.write({
      eventType: 'update',
      resourceType: 'content',
      resourceId: null,
      sessionId: null,
      ...caller,
      details: { by: 'git', user: username, branch: ref.replace(/^refs\/heads\//, ''), from, to },
    });
  }
}
