import { pendingPostOf } from '#content/store/pending/pending-refs.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Caller } from '../auth/caller.ts';
import type { LandedUpdate } from './push-report.ts';

interface Push {
  readonly landed: readonly LandedUpdate[];
  readonly branch: string;
  readonly username: string;
  readonly caller: Caller;
}

/** Tells the audit log what a push moved: the branch, or the pending version of a post. */
export function notePush(audit: Pick<AuditLog, 'write'>, { landed, branch, username, caller }: Push): void {
  for (const { ref, from, to } of landed) {
    const post = pendingPostOf(ref);
    audit.write({
      eventType: 'update',
      resourceType: post === null ? 'content' : 'post',
      resourceId: post,
      sessionId: null,
      ...caller,
      details: { by: 'git', user: username, ...(post === null ? { branch } : { pending: true }), from, to },
    });
  }
}
