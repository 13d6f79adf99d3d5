import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As they came: name, value, name, value… */
  readonly rawHeaders: readonly string[];
  /** As they came, still encoded. */
  readonly bytes: Buffer;
  /** Decoded, as UTF-8. */
  readonly text: string;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly agent?: Agent;
  readonly body?: string | Uint8Array;
}

/** One HTTP request with the target exactly as given, and its whole answer. */
export function ask(
  port: number,
  target: string,
  { method = 'GET', headers = {}, agent, body }: Ask = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path: target,
      method,
      headers:
        body === undefined ? headers : { 'content-length': String(Buffer.byteLength(body)), ...headers },
      agent: agent ?? false,
    } as const;
    const sent = request(options, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(pieces);
        const { statusCode: status = 0, headers: got, rawHeaders } = response;
        resolve({ status, headers: got, rawHeaders, bytes, text: decoded(bytes, got['content-encoding']) });
      });
    });
    sent.on('error', reject).end(body);
  });
}

function decoded(bytes: Buffer, encoding: string | undefined): string {
  if (bytes.length === 0 || encoding === undefined) return bytes.toString();
  return (encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString();
}

/** Sends these bytes as they are and gives all that comes back until the server closes. */
export function askRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'));
    socket.on('data', (piece) => pieces.push(piece));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(pieces).toString('latin1')));
  });
}
