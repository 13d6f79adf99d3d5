import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { bytesOf, runBackend } from './git-backend.ts';
import { createTemporaryFolder, git, initBareRepository } from './temporary-repository.ts';

/** What goes wrong with the next request that it can happen to. */
export type LoopbackFault =
  /**
   * The connection breaks: before anything of a push is read, with half of it given to git, or once git accepted it. That many
   * pushes are let through before (0 unless said otherwise).
   */
  | { readonly kind: 'cut-push'; readonly when: 'before' | 'during' | 'after'; readonly passing?: number }
  /** The connection breaks before anything is asked. */
  | { readonly kind: 'cut' }
  /** The connection breaks in the middle of a fetched pack. */
  | { readonly kind: 'cut-fetch' }
  /** One byte of a fetched pack is another one. */
  | { readonly kind: 'corrupt-pack' }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'status'; readonly status: number }
  /** What is pushed is refused, once it was asked for. */
  | { readonly kind: 'push-status'; readonly status: number }
  /** Nothing is ever answered. */
  | { readonly kind: 'silence' };

interface LoopbackRequest {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | undefined;
}

interface LoopbackOptions {
  /** Who may come in; anybody when absent. */
  readonly credentials?: { readonly username: string; readonly password: string };
}

/**
 * A bare repository (branch main) of the git program behind its own HTTP backend, on 127.0.0.1: a real remote that can be made
 * to fail. Stop it always.
 */
export async function startLoopbackRemote({ credentials }: LoopbackOptions = {}) {
  const folder = createTemporaryFolder();
  const gitDir = path.join(folder.path, 'content.git');
  initBareRepository(gitDir);
  const faults: LoopbackFault[] = [];
  let lasting: LoopbackFault | null = null;
  const requests: LoopbackRequest[] = [];
  const pair = credentials && `${credentials.username}:${credentials.password}`;
  const expected = pair && `Basic ${Buffer.from(pair).toString('base64')}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, authorization: headers.authorization });
    const fault = lasting ?? takeFault(faults, { method, url });
    if (fault?.kind === 'silence') return;
    if (fault?.kind === 'cut' || (fault?.kind === 'cut-push' && fault.when === 'before')) {
      cut(request);
      return;
    }
    if (fault?.kind === 'redirect') {
      response.writeHead(302, { Location: fault.to + url }).end();
      return;
    }
    if (fault?.kind === 'status' || fault?.kind === 'push-status') {
      response.writeHead(fault.status).end();
      return;
    }
    if (expected !== undefined && headers.authorization !== expected) {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end();
      return;
    }
    const body = await bytesOf(request);
    const isHalf = fault?.kind === 'cut-push' && fault.when === 'during';
    const sent = isHalf ? body.subarray(0, Math.floor(body.length / 2)) : body;
    const answered = await runBackend({ folder: folder.path, request, body: sent });
    if (fault?.kind === 'cut-push') {
      cut(request);
      return;
    }
    if (fault?.kind === 'corrupt-pack') flipByte(answered.body);
    response.writeHead(answered.status, answered.headers);
    if (fault?.kind !== 'cut-fetch') response.end(answered.body);
    else response.write(answered.body.subarray(0, answered.body.length / 2), () => cut(request));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => cut(request));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // a listening TCP server has one

  return {
    url: `http://127.0.0.1:${port}/content.git`,
    gitDir,
    requests: requests as readonly LoopbackRequest[],
    git: (...args: readonly string[]): string => git(args, { cwd: gitDir }),
    /** Faults wait in line, each for the first request it can happen to. */
    fail: (fault: LoopbackFault): void => void faults.push(fault),
    /** What waits in line does not happen. */
    clearFaults: (): void => void faults.splice(0),
    /** Happens to every request, until null is given. */
    keepFailing(fault: Extract<LoopbackFault, { kind: 'status' | 'redirect' }> | null): void {
      lasting = fault;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      folder.remove();
    },
  };
}

export type LoopbackRemote = Awaited<ReturnType<typeof startLoopbackRemote>>;

function takeFault(
  faults: LoopbackFault[],
  { method, url }: { readonly method: string; readonly url: string },
): LoopbackFault | undefined {
  const [fault] = faults;
  if (fault === undefined) return undefined;
  const service = method !== 'POST' ? null : url.endsWith('/git-receive-pack') ? 'push' : 'fetch';
  if (fault.kind === 'cut-push' && service === 'push' && (fault.passing ?? 0) > 0) {
    faults[0] = { ...fault, passing: (fault.passing ?? 0) - 1 };
    return undefined;
  }
  const isDue =
    fault.kind === 'cut-push' || fault.kind === 'push-status'
      ? service === 'push'
      : fault.kind === 'cut-fetch' || fault.kind === 'corrupt-pack'
        ? service === 'fetch'
        : true;
  return isDue ? faults.shift() : undefined;
}

function cut(request: IncomingMessage): void {
  request.socket.destroy();
}

function flipByte(body: Buffer): void {
  const at = Math.floor(body.length * 0.6);
  body.writeUInt8(body.readUInt8(at) ^ 0xff, at);
}
