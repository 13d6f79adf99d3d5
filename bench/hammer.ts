import autocannon from 'autocannon';
import type { Measured } from './process.ts';

export interface Round {
  /** Processor time of the server, in microseconds a request. */
  readonly cpuPerRequest: number;
  readonly requestsPerSecond: number;
}

interface Hammer {
  readonly paths: readonly string[];
  readonly headers?: Record<string, string>;
  /** Headers of one path, beside the common ones. */
  readonly headersOf?: (path: string) => Record<string, string>;
  readonly amount: number;
  readonly expectStatus: number;
}

const CONNECTIONS = 16;

/** Sends requests to a server, all paths in rotation, and says what each cost it. Throws on any other answer. */
export async function hammer(server: Measured, options: Hammer): Promise<Round> {
  const before = server.cpu();
  const started = performance.now();
  const result = await autocannon({
    url: `http://127.0.0.1:${server.port}`,
    connections: CONNECTIONS,
    amount: options.amount,
    requests: options.paths.map((path) => ({
      path,
      headers: { ...options.headers, ...options.headersOf?.(path) },
    })),
  });
  const seconds = (performance.now() - started) / 1000;
  const cpu = server.cpu() - before;
  const wanted = result.statusCodeStats?.[`${options.expectStatus}`]?.count ?? 0;
  if (wanted < options.amount || result.errors > 0) {
    throw new Error(
      `${server.name}: ${wanted} of ${options.amount} answers had status ${options.expectStatus}`,
    );
  }
  return { cpuPerRequest: cpu / options.amount, requestsPerSecond: options.amount / seconds };
}
