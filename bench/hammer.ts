import { connect } from 'node:net';
import { processorTime } from '#scripts/programs/program.ts';

/** A server under measure. */
export interface Hammered {
  readonly pid: number;
  readonly port: number;
}

interface Hammer {
  readonly paths: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers of one path, beside the common ones. */
  readonly headersOf?: (path: string) => Readonly<Record<string, string>>;
  readonly amount: number;
  readonly expectStatus: number;
}

const CONNECTIONS = 32;
const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Sends requests to a server, all paths in rotation, and says what each cost it, in microseconds of processor time. Written on
 * bare sockets so that it costs less than the server: a slower client measures how the server waits. Throws on any unexpected status.
 */
export async function hammer(server: Hammered, options: Hammer): Promise<number> {
  const requests = options.paths.map((path) =>
    requestBytes(path, { ...options.headers, ...options.headersOf?.(path) }),
  );
  let next = 0;
  const take = () => (next < options.amount ? requests[next++ % requests.length] : undefined);
  const before = processorTime(server.pid);
  await Promise.all(
    Array.from({ length: CONNECTIONS }, () => connection(server.port, take, options.expectStatus)),
  );
  return (processorTime(server.pid) - before) / options.amount;
}

function requestBytes(path: string, headers: Readonly<Record<string, string>>): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}\r\n`);
}

/** One kept-alive connection: a request, its whole answer, the next request. */
function connection(port: number, take: () => Buffer | undefined, expectStatus: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let bodyLeft = 0;
    let head: Buffer = Buffer.alloc(0);
    const send = () => {
      const request = take();
      if (request === undefined) socket.end(resolve);
      else socket.write(request);
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      if (bodyLeft > 0) {
        bodyLeft -= chunk.length;
      } else {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        const end = head.indexOf(HEAD_END);
        if (end === -1) return;
        const text = head.toString('latin1', 0, end);
        if (!text.startsWith(`HTTP/1.1 ${expectStatus} `)) {
          socket.destroy(new Error(`unexpected answer: ${text.slice(0, 40)}`));
          return;
        }
        bodyLeft =
          Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0) - (head.length - end - HEAD_END.length);
        head = Buffer.alloc(0);
      }
      if (bodyLeft === 0) send();
    });
  });
}
