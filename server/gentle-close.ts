import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Answers under way at a stop are given this long, in milliseconds. */
const GRACE_MS = 10_000;
/** How often connections that have nothing more to say are closed meanwhile, in milliseconds. */
const SWEEP_EVERY_MS = 50;

/**
 * To be called before the server listens; what it gives closes the server: answers under way end first, for 10 seconds at
 * most. A connection that asked nothing is not waited for, be it kept after an answer or opened ahead by a browser, which
 * Node would count as a request that begins (`server.closeIdleConnections`).
 */
export function gentleClose(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const closeQuiet = () => {
    server.closeIdleConnections();
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  return () =>
    new Promise((resolve) => {
      const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      // A connection whose answer has ended since is closed too, not kept for a next request.
      const sweeper = setInterval(closeQuiet, SWEEP_EVERY_MS);
      server.close(() => {
        clearTimeout(timer);
        clearInterval(sweeper);
        resolve();
      });
    });
}
