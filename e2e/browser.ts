import { execFileSync } from 'node:child_process';

// Nothing may reach the network, and the tests run without a sandbox in containers.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The pages of all tests of a browser are in one process: each would begin one of its own.
  '--renderer-process-limit=1',
  // There is no processor to spare for the threads that V8 shares its work among: a seventh of a page of the admin goes into that.
  '--js-flags=--single-threaded',
  '--num-raster-threads=1',
  // One process less for each browser, and no request that goes from one to the other.
  '--enable-features=NetworkServiceInProcess2',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

/** The Chromium of the tests and of the README's pictures. */
export const LAUNCH_OPTIONS = { ...chromium(), args: FLAGS };

/** `npm test` finds a browser and names it; alone, the tests take the system's, else Playwright's own. */
function chromium(): { readonly executablePath?: string } {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') return { executablePath: named };
  for (const name of ['chromium-headless-shell', 'chromium']) {
    try {
      return { executablePath: execFileSync('which', [name], { encoding: 'utf8' }).trim() };
    } catch {
      // Not there: the next one.
    }
  }
  return {};
}
