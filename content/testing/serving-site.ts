import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LoopbackRemote } from './loopback-remote.ts';

/** A site that serves what its repository holds, once it is told to look; by the slug of each id. */
export async function startServingSite(remote: LoopbackRemote, slugs: Readonly<Record<string, string>>) {
  let served = remote.git('rev-parse', 'main');
  let isCut = false;
  let isEmpty = false;
  const server: Server = createServer((request, response) => {
    if (isCut) {
      request.socket.destroy();
      return;
    }
    const path = `posts/2025/${slugs[request.url?.split('/').at(-1) ?? ''] ?? ''}.md`;
    const listed = isEmpty ? '' : remote.git('ls-tree', '--name-only', served, path);
    const text = listed === '' ? '' : remote.git('show', `${served}:${path}`);
    const revision = text.includes('isPublished: true') ? remote.git('rev-parse', `${served}:${path}`) : null;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ commit: served, revision }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // a listening TCP server has one
  return {
    origin: `http://127.0.0.1:${port}`,
    look: (): void => {
      served = remote.git('rev-parse', 'main');
    },
    serveNothing: (): void => {
      isEmpty = true;
    },
    cut: (isOn: boolean): void => {
      isCut = isOn;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
