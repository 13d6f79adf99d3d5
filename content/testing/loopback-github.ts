import { mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { bytesOf, runBackend } from './git-backend.ts';
import { createTemporaryFolder, initBareRepository } from './temporary-repository.ts';

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const OWNER = 'claire';

/**
 * GitHub on 127.0.0.1, as far as Encrier asks: its API answers as the real one does, and its repositories are those of the git
 * program behind its own HTTP backend. Stop it always.
 */
export async function startLoopbackGitHub({ token }: { readonly token: string }) {
  const folder = createTemporaryFolder();
  const names: string[] = [];
  const publicNames = new Set<string>();
  const requests: { readonly url: string; readonly authorization: string | undefined }[] = [];
  let next: Answer | null = null;

  const described = (name: string) => ({
    full_name: `${OWNER}/${name}`,
    name,
    private: !publicNames.has(name),
    permissions: { push: true },
    clone_url: `${origin()}/${OWNER}/${name}.git`,
  });

  function add(name: string): string {
    const gitDir = path.join(folder.path, OWNER, `${name}.git`);
    mkdirSync(gitDir, { recursive: true });
    initBareRepository(gitDir);
    names.push(name);
    return gitDir;
  }

  function answerApi(request: IncomingMessage, body: Buffer): Answer {
    const url = new URL(request.url ?? '', origin());
    if (request.headers.authorization !== `token ${token}`)
      return { status: 401, body: { message: 'Bad credentials' } };
    if (url.pathname === '/user') return { status: 200, body: { login: OWNER } };
    if (url.pathname === '/user/repos' && request.method === 'POST') {
      const { name } = JSON.parse(body.toString()) as { readonly name: string };
      if (names.includes(name))
        return { status: 422, body: { message: 'name already exists on this account' } };
      add(name);
      return { status: 201, body: described(name) };
    }
    if (url.pathname === '/user/repos') return page(url);
    const asked = /^\/repos\/claire\/([^/]+)$/.exec(url.pathname)?.[1];
    if (asked !== undefined && names.includes(asked)) return { status: 200, body: described(asked) };
    return { status: 404, body: { message: 'Not Found' } };
  }

  function page(url: URL): Answer {
    const size = Number(url.searchParams.get('per_page'));
    const at = Number(url.searchParams.get('page') ?? '1');
    const body = names.slice((at - 1) * size, at * size).map(described);
    url.searchParams.set('page', String(at + 1));
    const more = names.length > at * size;
    return { status: 200, body, headers: more ? { Link: `<${url.href}>; rel="next"` } : {} };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', headers } = request;
    requests.push({ url, authorization: headers.authorization });
    const body = await bytesOf(request);
    if (/\.git\/(?:info\/refs|git-)/.test(url)) {
      const pair = Buffer.from(`x-access-token:${token}`).toString('base64');
      if (headers.authorization !== `Basic ${pair}`) {
        response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="GitHub"' }).end();
        return;
      }
      const answered = await runBackend({ folder: folder.path, request, body });
      response.writeHead(answered.status, answered.headers).end(answered.body);
      return;
    }
    const told = next ?? answerApi(request, body);
    next = null;
    const isText = typeof told.body === 'string';
    response.writeHead(told.status, {
      'Content-Type': isText ? 'text/html' : 'application/json',
      ...told.headers,
    });
    response.end(isText ? told.body : JSON.stringify(told.body));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // a listening TCP server has one
  const origin = () => `http://127.0.0.1:${port}`;

  return {
    api: origin(),
    requests: requests as readonly { readonly url: string; readonly authorization: string | undefined }[],
    /** Makes a repository of the token's owner; answers its folder. */
    add,
    /** Lists one that git never asks for. */
    announce: (name: string): void => void names.push(name),
    /** Lets everybody read one. */
    makePublic: (name: string): void => void publicNames.add(name),
    gitDirOf: (name: string): string => path.join(folder.path, OWNER, `${name}.git`),
    /** What the next call of the API is answered, whatever it is. */
    answerNext(told: Answer): void {
      next = told;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      folder.remove();
    },
  };
}
