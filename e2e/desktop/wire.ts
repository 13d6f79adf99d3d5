import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** What stands between the app and a server: a wire that a test cuts and mends. */
export interface Wire {
  /** Without a final slash; leads to the server. */
  readonly origin: string;
  /** Nothing goes through any more, and what is on its way is lost. */
  cut(): void;
  mend(): void;
  /** Cut at the next push, once the server has answered it: the answer is lost, the push is not. */
  cutAfterPush(): void;
  /** Loses every request for what begins with this path, until the wire is mended; the others go through. */
  lose(path: string): void;
  /** How many pushes went through so far. */
  pushes(): number;
  close(): Promise<void>;
}

export async function layWire(to: string): Promise<Wire> {
  const { hostname, port } = new URL(to);
  const open = new Set<Socket>();
  let isCut = false;
  let isToBeCut = false;
  let lost: string | null = null;
  let pushes = 0;
  const cut = (): void => {
    isCut = true;
    isToBeCut = false;
    for (const socket of open) socket.destroy();
  };
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    near.on('data', (bytes) => {
      if (lost !== null && bytes.includes(`GET ${lost}`)) near.destroy();
      if (!bytes.includes('POST /content.git/git-receive-pack')) return;
      pushes += 1;
      if (!isToBeCut) return;
      far.unpipe(near);
      far.once('data', cut).resume();
    });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address() as AddressInfo; // a listening TCP server has one
  return {
    origin: `http://127.0.0.1:${address.port}`,
    cut,
    cutAfterPush(): void {
      isToBeCut = true;
    },
    lose(path): void {
      lost = path;
    },
    pushes: () => pushes,
    mend(): void {
      isCut = false;
      lost = null;
    },
    async close(): Promise<void> {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
