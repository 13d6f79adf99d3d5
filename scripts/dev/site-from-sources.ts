import { realpathSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createDevMiddleware } from 'vike/server';
import type { ViteDevServer } from 'vite';
import type { Development } from '#server/compose.ts';

/** What Vite's client needs besides: scripts and styles it writes into the page, and its socket. */
const LOOSER: Readonly<Record<string, string>> = {
  'script-src': "script-src 'self' 'unsafe-inline'",
  'style-src': "style-src 'self' 'unsafe-inline'",
  'connect-src': "connect-src 'self' ws:",
  // Vite's client waits in one for a server that is started anew.
  'worker-src': "worker-src 'self' blob:",
};
/** Where Vite keeps the dependencies it has prepared. */
const KEPT = 'dist/dev';
const POLICY = 'content-security-policy';

let vite: ViteDevServer | null = null;

/** A module of site/ as its sources are now. */
export async function sourceModule<Module>(file: string): Promise<Module> {
  if (vite === null) throw new Error('the sources of the site are not open');
  return (await vite.ssrLoadModule(file)) as Module; // what the file exports
}

/** Serves what browsers run from the sources, and tells them of changes; passes on all other requests. */
export async function openSiteSources(root: string, socketPort: number): Promise<Development['ahead']> {
  const { devMiddleware, viteServer } = await createDevMiddleware({
    root: join(root, 'site'),
    viteConfig: {
      configFile: join(root, 'site/vite.config.ts'),
      server: {
        hmr: { port: socketPort },
        // Not the whole project: .data is in it.
        fs: {
          allow: ['site', 'content', 'node_modules', KEPT].map((folder) => realpathSync(join(root, folder))),
        },
      },
      cacheDir: join(root, KEPT, 'vite'),
    },
  });
  vite = viteServer;
  return (request, response, next) => {
    loosenPolicy(response);
    devMiddleware(request, response, next);
  };
}

/** The server's own policy, wherever it is set, with what Vite's client needs. */
function loosenPolicy(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => typeof response; // its overloads
  response.setHeader = (name, value) => setHeader(name, isPolicy(name) ? loosened(String(value)) : value);
  response.writeHead = (...args: unknown[]) =>
    writeHead(...args.map((arg) => (Array.isArray(arg) ? withLooserPolicy(arg) : arg)));
}

function withLooserPolicy(headers: readonly unknown[]): readonly unknown[] {
  return headers.map((value, at) =>
    at % 2 === 1 && isPolicy(headers[at - 1]) ? loosened(String(value)) : value,
  );
}

function isPolicy(name: unknown): boolean {
  return typeof name === 'string' && name.toLowerCase() === POLICY;
}

function loosened(policy: string): string {
  return policy
    .split('; ')
    .map((directive) => LOOSER[directive.split(' ')[0] ?? ''] ?? directive)
    .join('; ');
}
