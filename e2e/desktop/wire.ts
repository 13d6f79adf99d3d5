import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** What stands between the app and a server: a wire that a test cuts and mends. */
export interface Wire {
  /** Without a final slash; leads to the server. */
  readonly origin: string;
  /** Nothing goes through any more, and what is on its way is lost. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function layWire(to: string): Promise<Wire> {
  const { hostname, port } = new URL(to);
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
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
    cut(): void {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    mend(): void {
      isCut = false;
    },
    async close(): Promise<void> {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
