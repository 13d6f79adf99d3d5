import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { loggedUrl } from './logged-url.ts';

/** A slower answer is logged one by one, in milliseconds. */
const SLOW_MS = 500;
/** How often what was served from ready buffers is summed up, in milliseconds. */
const SUMMARY_EVERY = 60_000;

/**
 * What is logged of requests (DESIGN.md, Pages): calls, errors and slow answers one by one; pages served from ready
 * buffers by their number, once a minute. Addresses of visitors are not logged.
 */
export function createRequestLog(logger: Logger) {
  let hits = 0;
  const sumUp = () => {
    if (hits > 0) logger.info({ hits }, 'pages served from the cache since the last summary');
    hits = 0;
  };
  const timer = setInterval(sumUp, SUMMARY_EVERY);
  timer.unref();

  function note({ method, url: target = '' }: IncomingMessage, response: ServerResponse): void {
    const start = performance.now();
    const url = loggedUrl(target);
    response.on('finish', () => {
      const ms = Math.round((performance.now() - start) * 10) / 10;
      // A balancer asks until the first snapshot is ready: this is the answer it waits with, not a failure.
      const isStarting = /^\/healthz(?:\?|$)/.test(target) && response.statusCode === 503;
      const line = { method, url, status: response.statusCode, ms };
      if (isStarting) logger.info(line, 'not ready yet');
      else if (response.statusCode >= 500) logger.error(line, 'request failed');
      else if (ms >= SLOW_MS) logger.warn(line, 'slow request');
      else logger.info(line, 'request');
    });
  }

  return {
    /** Logs a request, of which nothing is read yet, once it is answered. */
    note,
    noteHit: () => {
      hits += 1;
    },
    /** Sums up what is left. */
    close(): void {
      clearInterval(timer);
      sumUp();
    },
  };
}
