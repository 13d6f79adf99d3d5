import type { Request, RequestHandler } from 'express';
import type { PublicView, Snapshot } from '#content/model/snapshot.ts';

interface HealthOptions {
  readonly snapshot: () => Snapshot | null;
  readonly viewAt: (now: number) => PublicView | null;
  readonly clock: () => number;
  /** What start-up repaired, and why the repository is read-only if it is: French sentences. */
  readonly repairs: () => { readonly repaired: readonly string[]; readonly readOnly: string | null };
}

/**
 * GET /healthz: 503 until the first snapshot is ready, then 200 with the commit served and counts. The problems
 * themselves, with path, line and reason, are for whoever asks from this machine (DESIGN.md, Configuration).
 */
export function healthRoute({ snapshot, viewAt, clock, repairs }: HealthOptions): RequestHandler {
  return (request, response) => {
    response.set('Cache-Control', 'no-store');
    const now = snapshot();
    if (now === null) {
      response.status(503).set('Retry-After', '1').json({ status: 'starting' });
      return;
    }
    const counts = {
      posts: now.posts.length,
      published: viewAt(clock())?.posts.length ?? 0,
      problems: now.problems.length,
      pendingPushes: 0,
    };
    const details = isFromThisMachine(request) ? { problems: now.problems, ...repairs() } : {};
    response.json({ status: 'ok', commit: now.commit, counts, ...details });
  };
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** Whether a request comes from a loopback address and nothing says that it was forwarded. */
export function isFromThisMachine(request: Pick<Request, 'headers' | 'socket'>): boolean {
  const isForwarded = FORWARDING.some((name) => request.headers[name] !== undefined);
  return !isForwarded && LOOPBACK.has(request.socket.remoteAddress ?? '');
}
