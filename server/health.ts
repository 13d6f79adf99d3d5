import type { Request, RequestHandler } from 'express';
import type { PublicView, Snapshot } from '#content/model/snapshot.ts';
import type { LostObject, Trouble } from '#content/model/trouble.ts';
import type { BackgroundProgress } from '#content/service/background.ts';
import type { PackingState } from './housekeeping/housekeeping.ts';

export interface HealthOptions {
  readonly snapshot: () => Snapshot | null;
  readonly viewAt: (now: number) => PublicView | null;
  readonly clock: () => number;
  /** What start-up repaired, and why the repository is read-only if it is, in French sentences. */
  readonly repairs: () => {
    readonly repaired: readonly string[];
    readonly readOnly: string | null;
  };
  /** How the repository's packing goes; null where there is none. */
  readonly packing: () => PackingState | null;
  /** What waits for the repository that is followed, and for the author. */
  readonly waiting: () => {
    readonly pendingPushes: number;
    readonly syncConflicts: number;
    readonly syncBackups: number;
  };
  /** The refs of what was kept apart, and nobody has taken note of. */
  readonly backupRefs: () => readonly string[];
  /** What keeps the site from being as it should; none when all is well. */
  readonly troubles: () => readonly Trouble[];
  /** Objects that the repository lost, each with the file it was. */
  readonly lost: () => readonly LostObject[];
  /** What is done when nobody asks for anything, and how far it is. */
  readonly background: () => readonly BackgroundProgress[];
  /** How many pages are kept, and what they take. */
  readonly pages: () => Readonly<Record<string, number>>;
}

/**
 * GET /healthz: 503 until the first snapshot is ready, then 200 with the commit served and counts; `degraded`, and still
 * 200 for readers' sake, with the codes of what is wrong. The problems themselves, with path, line and reason, are for
 * whoever asks from this machine (docs/design.md, Configuration).
 */
export function healthRoute({
  snapshot,
  viewAt,
  clock,
  repairs,
  packing,
  waiting,
  backupRefs,
  troubles,
  lost,
  background,
  pages,
}: HealthOptions): RequestHandler {
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
      ...waiting(),
    };
    const wrong = troubles();
    const status =
      wrong.length === 0 ? { status: 'ok' } : { status: 'degraded', reasons: wrong.map(({ code }) => code) };
    const details = isFromThisMachine(request)
      ? {
          problems: now.problems,
          troubles: wrong,
          lost: lost(),
          ...repairs(),
          packing: packing(),
          background: background(),
          pages: pages(),
          backups: backupRefs(),
        }
      : {};
    response.json({ ...status, commit: now.commit, counts, ...details });
  };
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
/** Headers that proxies add, beside those of the x-forwarded family. */
const FORWARDING = new Set([
  'forwarded',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'via',
]);
/** A page of another site whose name was made to lead here (DNS rebinding) names itself in Host. */
const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]+)?$/i;

/** Whether a request comes from a loopback address, by a loopback name, and nothing says that it was forwarded. */
function isFromThisMachine({ headers, socket }: Pick<Request, 'headers' | 'socket'>): boolean {
  const isForwarded = Object.keys(headers).some(
    (name) => FORWARDING.has(name) || name.startsWith('x-forwarded'),
  );
  return !isForwarded && LOOPBACK.has(socket.remoteAddress ?? '') && LOOPBACK_HOST.test(headers.host ?? '');
}
