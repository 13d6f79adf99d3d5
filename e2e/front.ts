import { once } from 'node:events';
import { createServer, request } from 'node:http';

/** One address in front of sites, so that a browser takes the one for the next version of the other. */
export interface Front {
  readonly origin: string;
  /** From now on answers what a site answers; `change` has a say in its worker. */
  show(origin: string, change?: (worker: string) => string): void;
  stop(): Promise<void>;
}

/** Where the worker is that browsers keep (site/offline). */
const WORKER = '/sw.js';

export async function startFront(): Promise<Front> {
  let shown = '';
  let changed: (worker: string) => string = (worker) => worker;
  const server = createServer((asked, answer) => {
    // A browser looks for a newer worker when it likes, also at a site that the test has stopped.
    const gone = () => answer.destroy();
    if (asked.url === WORKER) {
      void fetch(shown + WORKER)
        .then(async (response) => {
          const worker = changed(await response.text());
          answer.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' });
          answer.end(worker);
        })
        .catch(gone);
      return;
    }
    const { method, headers } = asked;
    const passed = request(shown + (asked.url ?? '/'), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    passed.on('error', gone);
    asked.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return {
    origin: `http://localhost:${address.port}`,
    show(origin, change = (worker) => worker) {
      shown = origin;
      changed = change;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
