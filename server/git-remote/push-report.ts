import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { temporaryPath } from '#content/git/durable-fs.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { readRef } from '#content/git/refs/refs.ts';
import { isSystemError } from '#content/git/system-error.ts';
import type { Caller } from '../api/http-call.ts';
import type { AuditLog } from '../audit/audit-log.ts';

const updatesSchema = z.array(
  z.object({ ref: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
);
export type LandedUpdate = z.output<typeof updatesSchema>[number];

/** A save may come right after a push: it is looked for this far below where the ref is. */
const LOOK_BACK = 50;

interface ReportOptions {
  readonly gitDir: string;
  readonly objects: Pick<ObjectStore, 'readCommit'>;
}

/**
 * Where our pre-receive hook notes what it let pass. `landed` says which of that the repository has now: a save at the same
 * moment may have kept git from moving a ref after all.
 */
export async function openPushReport({ gitDir, objects }: ReportOptions) {
  const folder = join(gitDir, 'encrier', 'pushes');
  await mkdir(folder, { recursive: true });
  // A name that start-up knows for what an ended process left.
  const file = temporaryPath(join(folder, 'report'));

  async function hasLanded({ ref, from, to }: LandedUpdate): Promise<boolean> {
    let commit = await readRef(gitDir, ref);
    if (to === null) return commit !== from;
    for (let count = 0; commit !== null && count < LOOK_BACK; count += 1) {
      if (commit === to) return true;
      commit = (await objects.readCommit(commit)).parents[0] ?? null;
    }
    return false;
  }

  return {
    file,
    async landed(): Promise<readonly LandedUpdate[]> {
      const text = await readFile(file, 'utf8').catch((error: unknown) => {
        if (isSystemError(error, 'ENOENT')) return '[]';
        throw error;
      });
      const updates = updatesSchema.parse(JSON.parse(text));
      const outcomes = await Promise.all(updates.map(hasLanded));
      return updates.filter((_, at) => outcomes[at]);
    },
    discard: () => rm(file, { force: true }),
  };
}

export type PushReport = Awaited<ReturnType<typeof openPushReport>>;

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
