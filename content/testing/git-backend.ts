import type { IncomingMessage } from 'node:http';
import { gitAside } from './temporary-repository.ts';

interface BackendCall {
  readonly folder: string;
  readonly request: IncomingMessage;
  readonly body: Buffer;
}

interface BackendAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A length said of a body that git unpacks itself, or that had none, makes it wait for ever. */
function bodyHeaders({ headers }: IncomingMessage, body: Buffer): Readonly<Record<string, string>> {
  const { 'content-length': length, 'content-encoding': encoding } = headers;
  if (encoding !== undefined) return { HTTP_CONTENT_ENCODING: encoding };
  return length === undefined ? {} : { CONTENT_LENGTH: String(body.length) };
}

/** git http-backend as CGI (git-http-backend(1)). */
export async function runBackend({ folder, request, body }: BackendCall): Promise<BackendAnswer> {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  const type = request.headers['content-type'];
  const { stdout: output } = await gitAside(['http-backend'], {
    cwd: folder,
    input: body,
    env: {
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      ...(type === undefined ? {} : { CONTENT_TYPE: type }),
      ...bodyHeaders(request, body),
      REMOTE_USER: 'camille',
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'http.receivepack',
      GIT_CONFIG_VALUE_0: 'true',
      GIT_CONFIG_KEY_1: 'safe.directory',
      GIT_CONFIG_VALUE_1: '*',
    },
  });
  const end = output.indexOf('\r\n\r\n');
  if (end < 0) throw new Error('git http-backend answered nothing');
  const lines = output.toString('latin1', 0, end).split('\r\n');
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const { Status: status = '200', ...headers } = Object.fromEntries(pairs);
  return { status: Number.parseInt(status, 10), headers, body: output.subarray(end + 4) };
}

/** All that a stream gives. */
export async function bytesOf(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer); // streams without an encoding give bytes
  return Buffer.concat(pieces);
}
