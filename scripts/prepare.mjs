// What `npm start` and `npm test` share: dependencies from the lock file, and a build that is not stale.
// Plain Node, no dependency: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isCurrentNode, leastNode, npmCommand, root } from './current-node.mjs';

export { root };

/** The rooms of content that are built in. */
const CONTENT = readdirSync(join(root, 'content'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['starter', 'testing'].includes(entry.name))
  .map(({ name }) => `content/${name}`);
/** What says which parts there are, and what stays out of them. */
const PARTS = ['scripts/server-programs.mjs', 'scripts/never-called.cjs'];

/** What the build is made from. */
export const SOURCES = [
  ...CONTENT,
  ...['server', 'site'],
  ...['scripts/backup.ts', 'scripts/import.ts', 'scripts/restore.ts'],
  'scripts/user.ts',
  ...['scripts/build.mjs', ...PARTS, 'scripts/exit-with.ts'],
  'package-lock.json',
];

/** What the desktop app is built from. */
export const DESKTOP_SOURCES = [
  ...CONTENT,
  ...['desktop/host', 'desktop/main', 'desktop/preload', 'desktop/renderer', 'desktop/icons/icon.svg'],
  ...['site/admin', 'site/ui', 'site/render', 'site/islands', 'site/styles'],
  ...['electron.vite.config.ts', ...PARTS, 'package-lock.json'],
];

/** Stops with a sentence when this Node or git will not do. */
export function checkMachine() {
  if (!isCurrentNode()) {
    fail(`Encrier demande Node ${leastNode()} ou plus récent\u00a0; celui-ci est ${process.versions.node}.`);
  }
  if (spawnSync('git', ['--version'], { stdio: 'ignore' }).error) {
    say('git est absent\u00a0: le site fonctionne, mais personne ne pourra y pousser d’articles.');
  }
}

/** Before a command that runs the built product: installs what is missing, and builds what is stale. */
export async function prepareAll() {
  checkMachine();
  await installDependencies();
  await buildIfStale();
  await buildDesktopIfStale();
}

/** Installs the dependencies of a folder's lock file, unless they are there already. */
export async function installDependencies(folder = root) {
  if (isInstalled(folder)) return;
  say('Installation des dépendances (une minute environ, la première fois)…');
  const [command, args] = npmCommand(process.execPath, ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  await run(command, args, { variables: { npm_config_ignore_scripts: 'true' }, folder });
}

/** Whether the packages that npm says it put in place, once it was done, are those of the lock file. */
function isInstalled(folder) {
  const placed = packagesOf(join(folder, 'node_modules/.package-lock.json'));
  return Object.entries(packagesOf(join(folder, 'package-lock.json'))).every(
    ([path, { version, optional, devOptional }]) =>
      placed[path] === undefined
        ? path === '' || optional === true || devOptional === true
        : placed[path].version === version,
  );
}

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

/** Builds the site and the server, unless the build was made from just these sources. */
export function buildIfStale() {
  const made = { mark: 'dist/.built-from', proof: 'dist/server/main.js' };
  return build({ ...made, sources: SOURCES, what: 'du site', words: ['scripts/build.mjs'] });
}

/** Builds the desktop app, unless the build was made from just these sources. */
export function buildDesktopIfStale() {
  const made = { mark: 'dist/.desktop-built-from', proof: 'dist/desktop/renderer/index.html' };
  const vite = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  const words = [vite, 'build', '--logLevel', 'error'];
  return build({ ...made, sources: DESKTOP_SOURCES, what: 'de l’application de bureau', words });
}

/** `mark` says what `proof`, and all beside it, was made from. */
async function build({ mark, proof, sources, what, words }) {
  const wanted = digest(sources.flatMap((source) => filesBelow(join(root, source))));
  const file = join(root, mark);
  const isBuilt = existsSync(join(root, proof)) && existsSync(file);
  if (isBuilt && readFileSync(file, 'utf8') === wanted) return;
  say(`Construction ${what}…`);
  await run(process.execPath, words);
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(file, wanted);
}

/** Runs a command to its end with our terminal; a failure stops us with the same code. */
async function run(command, args, how = {}) {
  const code = await exitCode(command, args, how);
  if (code !== 0) fail(`«\u00a0${command} ${args.join(' ')}\u00a0» a échoué (code ${code}).`, code);
}

/** The code a command ends with. It has our terminal, or prints whole lines only, for commands that run side by side. */
export function exitCode(command, args, { variables = {}, folder = root, output = 'terminal' } = {}) {
  return new Promise((resolve) => {
    const isShellScript = process.platform === 'win32' && (command === 'npm' || command === 'npx');
    const colours = output === 'by-lines' && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
    const env = { ...process.env, ...colours, ...variables };
    const stdio = output === 'by-lines' ? ['inherit', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(command, args, { cwd: folder, stdio, shell: isShellScript, env });
    if (child.stdout !== null) printLines(child.stdout, process.stdout);
    if (child.stderr !== null) printLines(child.stderr, process.stderr);
    child.on('error', (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.on('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}

function printLines(from, to) {
  createInterface({ input: from }).on('line', (line) => to.write(`${line}\n`));
}

export function say(sentence) {
  console.log(`Encrier · ${sentence}`);
}

export function fail(sentence, code = 1) {
  console.error(`Encrier · ${sentence}`);
  process.exit(code);
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .filter(({ name }) => !/\.test\.tsx?$/.test(name))
    .flatMap(({ name }) => filesBelow(join(path, name)));
}

function digest(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}
