import type { Server } from 'node:http';
import { isSystemError } from '#content/git/system-error.ts';

/** The address cannot be listened on; `message` says why and what to do, in French. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** Longer than the usual idle time of a balancer, so that it is never us who close first, in milliseconds. */
const KEEP_ALIVE_MS = 75_000;

/** Starts listening and gives the port. Throws {@link ListenError} when the port is taken or not allowed. */
export function listen(
  server: Server,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<number> {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(refusal(error, port, host)));
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function refusal(error: Error, port: number, host: string): Error {
  if (isSystemError(error, 'EADDRINUSE')) {
    const text = `Le port ${port} est déjà pris. Arrêtez l’autre programme, ou choisissez-en un autre : PORT=3001 npm start`;
    return new ListenError(text, { cause: error });
  }
  if (isSystemError(error, 'EACCES')) {
    return new ListenError(`Le port ${port} est réservé au système. Choisissez-en un autre : PORT=3000`, {
      cause: error,
    });
  }
  if (isSystemError(error, 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL')) {
    return new ListenError(`Cette machine n’a pas l’adresse ${host}. Exemple : HOST=127.0.0.1`, {
      cause: error,
    });
  }
  return error;
}
