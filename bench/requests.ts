import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Asked {
  readonly headers?: Record<string, string>;
  readonly agent?: Agent;
}

/** How long a page may take to change or to be there, in milliseconds. */
const PATIENCE_MS = 600_000;

/** One GET over a connection of `agent`. */
export function fetchPage(port: number, path: string, { headers = {}, agent }: Asked = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, headers, ...(agent ? { agent } : {}) };
    const request = get(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.on('error', reject);
  });
}

/** The same, which must be answered well. */
export async function mustFetch(port: number, path: string, asked: Asked = {}): Promise<Answer> {
  const answer = await fetchPage(port, path, asked);
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
  return answer;
}

/** Asks until it is there: often at first, seldom when it takes long, so that asking does not slow it down. */
export async function untilThere(port: number, path: string): Promise<Buffer> {
  const end = performance.now() + PATIENCE_MS;
  for (let wait = 2; performance.now() < end; wait = Math.min(wait * 1.05, 250)) {
    const answer = await fetchPage(port, path).catch(() => null); // Not listening yet.
    if (answer?.status === 200) return answer.body;
    await pause(wait);
  }
  throw new Error(`no page at ${path}`);
}

/** Milliseconds each page took, one asked for every so often, counted from when it was due, until `work` ended. */
export async function readersDuring(
  {
    port,
    paths,
    everyMs,
  }: { readonly port: number; readonly paths: readonly string[]; readonly everyMs: number },
  work: Promise<unknown>,
): Promise<readonly number[]> {
  const times: number[] = [];
  const asked: Promise<void>[] = [];
  const reading = { isOver: false };
  const ended = work.finally(() => {
    reading.isOver = true;
  });
  ended.catch(() => undefined); // It is awaited below.
  let due = performance.now();
  for (let index = 0; !reading.isOver; index += 1) {
    const since = due;
    const answered = mustFetch(port, paths[index % paths.length] ?? '/');
    asked.push(answered.then(() => void times.push(performance.now() - since)));
    due += everyMs;
    await pause(Math.max(0, due - performance.now()));
  }
  await Promise.all([ended, ...asked]);
  return times;
}

/** Milliseconds that something takes. */
export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** What this part of the values does not exceed. */
export function partOf(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return partOf(values, 0.5);
}
