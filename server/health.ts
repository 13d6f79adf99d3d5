import type { Request, RequestHandler } from 'express';
import type { PackingState } from './housekeeping/housekeeping.ts';
import type { SiteParts } from './site-parts.ts';

export interface HealthOptions
  extends Pick<SiteParts, 'content' | 'clock' | 'pageCache' | 'troubles' | 'lost'> {
  /** What start-up repaired, and why the repository is read-only if it is, in French sentences. */
  readonly repairs: () => {
    readonly repaired: readonly string[];
    readonly readOnly: string | null;
  };
  /** How the repository's packing goes; null where there is none. */
  readonly packing: () => PackingState | null;
}

/**
 * GET /healthz: 503 until the first snapshot is ready, with the reason where none can be, then 200 with the commit served and counts; `degraded`, and still
 * 200 for readers' sake, with the codes of what is wrong. The problems themselves, with path, line and reason, are for
 * whoever asks from this machine (docs/design.md, Configuration).
 */
export function healthRoute(options: HealthOptions): RequestHandler {
  const { live, following, background } = options.content;
  return (request, response) => {
    response.set('Cache-Control', 'no-store');
    const now = live.snapshot();
    const wrong = options.troubles();
    const reasons = wrong.map(({ code }) => code);
    const isLocal = isFromThisMachine(request);
    if (now === null) {
      // What keeps a repository from being opened for writing may keep it from being read: nobody is to wait for that start.
      const isStuck = options.repairs().readOnly !== null;
      const status = isStuck ? { status: 'degraded', reasons } : { status: 'starting' };
      const details = isStuck && isLocal ? { troubles: wrong } : {};
      response
        .status(503)
        .set('Retry-After', '1')
        .json({ ...status, ...details });
      return;
    }
    const counts = {
      posts: now.posts.length,
      published: live.viewAt(options.clock())?.posts.length ?? 0,
      problems: now.problems.length,
      ...following.waiting(),
    };
    const status = wrong.length === 0 ? { status: 'ok' } : { status: 'degraded', reasons };
    const details = isLocal
      ? {
          problems: now.problems,
          troubles: wrong,
          lost: options.lost(),
          ...options.repairs(),
          packing: options.packing(),
          background: background.progress(),
          pages: options.pageCache.figures(),
          backups: following.backupRefs(),
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

/**
 * Whether a request comes from a loopback address, by a loopback name, and nothing says that it was forwarded: HTTP/1.0 is how
 * nginx forwards that is told nothing else.
 */
function isFromThisMachine(request: Pick<Request, 'headers' | 'httpVersion' | 'socket'>): boolean {
  const { headers, httpVersion, socket } = request;
  const isForwarded =
    httpVersion === '1.0' ||
    Object.keys(headers).some((name) => FORWARDING.has(name) || name.startsWith('x-forwarded'));
  return !isForwarded && LOOPBACK.has(socket.remoteAddress ?? '') && LOOPBACK_HOST.test(headers.host ?? '');
}
