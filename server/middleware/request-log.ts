import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';

/** A slower answer is logged one by one, in milliseconds. */
const SLOW_MS = 500;
/** How often what is only counted is summed up, in milliseconds. */
const SUMMARY_EVERY = 60_000;
/** Who asks for what is not there may ask for any number of addresses, of any length: so much is kept of them. */
const MAX_ADDRESSES = 1000;
const MAX_ADDRESS_LENGTH = 200;
/** How many of them a summary names. */
const NAMED_ADDRESSES = 10;

/**
 * What is logged of requests: calls, errors and slow answers one by one; pages served from ready buffers, and addresses that
 * are not there, by their number, once a minute. Addresses of visitors are not logged. `stopping` says that the server was told to
 * stop: who is sent away then is no failure.
 */
export function createRequestLog(logger: Logger, stopping: AbortSignal) {
  let hits = 0;
  let absent = countAddresses();
  const sumUp = () => {
    if (hits > 0) logger.info({ hits }, 'pages served from the cache since the last summary');
    if (absent.total() > 0) {
      const line = { notFound: absent.total(), most: absent.most() };
      logger.info(line, 'addresses that are not there, asked for since the last summary');
    }
    hits = 0;
    absent = countAddresses();
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
      else if (response.statusCode === 503 && stopping.aborted) logger.info(line, 'sent away at the stop');
      else if (response.statusCode === 404) absent.add(url);
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

/** How often each address was asked for, without what follows its `?`; past the first thousand, only how many in all. */
function countAddresses() {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    add(url: string): void {
      total += 1;
      const [path = ''] = url.split('?', 1);
      const address = path.slice(0, MAX_ADDRESS_LENGTH);
      if (counts.size < MAX_ADDRESSES || counts.has(address))
        counts.set(address, (counts.get(address) ?? 0) + 1);
    },
    total: () => total,
    /** Those asked for most, by address. */
    most: (): Readonly<Record<string, number>> =>
      Object.fromEntries([...counts].sort(([, a], [, b]) => b - a).slice(0, NAMED_ADDRESSES)),
  };
}

/**
 * An address as it may be logged: what opens a preview, or takes an upload, for whoever has it is left out, under any name
 * (`%73ignature=`) and in any form (`HTTP://host/apercu/…`) that whoever mangled it may have given it.
 */
export function loggedUrl(url: string): string {
  return url
    .replace(/^((?:https?:\/\/[^/?#]*)?\/+apercu\/).+$/i, '$1…')
    .replace(/([?&]signature=)[^&]*/gi, '$1…')
    .replace(/([?&][^=&]*=)[\w-]{43}(?![\w-])/g, '$1…');
}
