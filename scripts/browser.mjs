// A Chromium for the tests: the one present, else the system's package manager's, else Playwright's own.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exitCode, fail, root, say } from './prepare.mjs';

/** The one without windows first: it starts faster, and the tests show none. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The path of a Chromium that starts; installs one when there is none. Stops with a sentence when that fails. */
export async function findBrowser() {
  const present = presentBrowser();
  if (present !== null) return present;
  say('Installation d’un navigateur Chromium pour les tests…');
  await installFromSystem();
  return presentBrowser() ?? (await installFromPlaywright()) ?? noBrowser();
}

function presentBrowser() {
  const candidates = [process.env.CHROMIUM_PATH, ...NAMES.map(which), MAC, playwrightBrowser()];
  return candidates.find((path) => path && existsSync(path) && starts(path)) ?? null;
}

function which(name) {
  try {
    const command = process.platform === 'win32' ? 'where' : 'which';
    return execFileSync(command, [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')[0]
      .trim();
  } catch {
    return null;
  }
}

function starts(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

async function installFromSystem() {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (which('apt-get') === null || (sudo.length > 0 && which('sudo') === null)) return;
  const install = async (args) => {
    const [command, ...rest] = [...sudo, 'apt-get', ...args];
    return exitCode(command, rest, { variables: { DEBIAN_FRONTEND: 'noninteractive' } });
  };
  await install(['update', '-qq']);
  for (const name of ['chromium-headless-shell', 'chromium', 'chromium-browser'])
    if ((await install(['install', '-y', '-qq', name])) === 0) return;
}

async function installFromPlaywright() {
  await exitCode(process.execPath, [
    join(root, 'node_modules/@playwright/test/cli.js'),
    'install',
    'chromium',
  ]);
  return presentBrowser();
}

/** Where Playwright keeps the Chromium it downloaded, asked of Playwright itself. */
function playwrightBrowser() {
  const script = "import('playwright').then(({ chromium }) => console.log(chromium.executablePath()))";
  const { stdout } = spawnSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' });
  return stdout?.trim() || null;
}

function noBrowser() {
  return fail('Aucun navigateur Chromium\u00a0: installez-en un, ou donnez son chemin dans CHROMIUM_PATH.');
}
