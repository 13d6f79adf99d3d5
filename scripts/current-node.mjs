// A Node that will do: the one that runs this, or else one fetched from the npm registry into .node, once. Which one, and
// its integrity, are locked in scripts/node. Plain JavaScript of Node 18, no dependency.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const LOCKED = join(root, 'scripts/node');
const FETCHED = join(root, '.node');
const SYSTEM = `${process.platform}-${process.arch}`;
const UNFINISHED = 'fetching-';

/** The least Node that package.json asks for, like « 22.13 ». */
export function leastNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return engines.node.replace('>=', '');
}

/** Whether the Node that runs this will do. */
export function isCurrentNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [leastMajor, leastMinor] = leastNode().split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/** The program of the locked Node, fetched when it is not there; ends this one with a sentence when it cannot be had. */
export function fetchedNode() {
  const locked = lockedNode();
  if (locked === null) {
    stop(`${outdated()} Aucun Node tout prêt n’existe pour ce système (${SYSTEM}).`);
  }
  const folder = join(FETCHED, `${locked.version}-${SYSTEM}`);
  const program = join(folder, locked.program);
  if (existsSync(program)) return program;
  say(`${outdated()} Téléchargement de Node ${locked.version} dans le dossier .node, une fois pour toutes…`);
  try {
    fetchNode({ folder, program, locked });
  } catch (error) {
    stop(`Node ${locked.version} n’a pas pu être téléchargé\u00a0: ${error.message}`);
  }
  return program;
}

/** What runs npm with the given Node: the npm that started us, or the one that is installed. */
export function npmCommand(node, args) {
  const npm = process.env.npm_execpath ?? '';
  return basename(npm) === 'npm-cli.js' ? [node, [npm, ...args]] : ['npm', args];
}

/** The package of the lock file for this system; null when there is none. */
function lockedNode() {
  // They are made for glibc, and nothing in them says so.
  if (process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime) return null;
  const { packages } = JSON.parse(readFileSync(join(LOCKED, 'package-lock.json'), 'utf8'));
  for (const [path, { version, os, cpu, bin }] of Object.entries(packages)) {
    if ([os].flat().includes(process.platform) && [cpu].flat().includes(process.arch))
      return { version, program: join(path, bin.node) };
  }
  return null;
}

/** Made aside and moved when it is whole, so that a fetch that is cut, or another at the same time, leaves nothing half done. */
function fetchNode({ folder, program, locked }) {
  removeLeftovers();
  const unfinished = join(FETCHED, `${UNFINISHED}${process.pid}`);
  try {
    mkdirSync(unfinished, { recursive: true });
    for (const name of ['package.json', 'package-lock.json'])
      cpSync(join(LOCKED, name), join(unfinished, name));
    install(unfinished);
    // npm ends well when an optional package could not be fetched, or was not the one that is locked.
    const answer = spawnSync(join(unfinished, locked.program), ['--version'], { encoding: 'utf8' });
    if (answer.stdout?.trim() !== `v${locked.version}`)
      throw new Error('réseau absent, disque plein, ou contenu différent de celui qui est attendu.');
    place(unfinished, { folder, program });
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function install(folder) {
  const options = ['--include=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // Without a network npm would try again for more than a minute.
  const patience = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000'];
  const [command, args] = npmCommand(process.execPath, ['ci', ...options, ...patience]);
  const shell = process.platform === 'win32' && command === 'npm';
  const { error, status } = spawnSync(command, args, {
    cwd: folder,
    shell,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`«\u00a0npm ci\u00a0» a échoué (code ${status}).`);
}

function place(made, { folder, program }) {
  try {
    renameSync(made, folder);
  } catch {
    if (existsSync(program)) return; // Another command was first.
    rmSync(folder, { recursive: true, force: true });
    renameSync(made, folder);
  }
}

/** What fetches that were cut have left, and the Node of a former lock file. */
function removeLeftovers() {
  if (!existsSync(FETCHED)) return;
  for (const name of readdirSync(FETCHED)) {
    const isLeft = name.startsWith(UNFINISHED)
      ? !isRunning(Number(name.slice(UNFINISHED.length)))
      : name.endsWith(`-${SYSTEM}`);
    if (isLeft) rmSync(join(FETCHED, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Puts a Node before all others, for the programs that this one starts. */
export function preferNode(program) {
  const separator = process.platform === 'win32' ? ';' : ':';
  process.env.PATH = [dirname(program), process.env.PATH].join(separator);
  process.env.NODE = program;
  process.env.npm_node_execpath = program;
}

/** How often a program of npm looks whether the shell that npm started it from is there, in milliseconds. */
const LOOK_EVERY_MS = 500;

/**
 * Ends as a child ends, by a signal with a code of its own. The terminal sends Ctrl+C to both; other signals are passed on. npm that is
 * told to end ends its shell, which tells nobody: then the child is told all the same.
 */
export function follow(child, codes = { SIGINT: 130 }) {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    child.kill('SIGTERM');
  }, LOOK_EVERY_MS);
  // Who starts us without npm may go and leave us here, as nohup(1) does.
  if (process.env.npm_lifecycle_event === undefined) clearInterval(looking);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      clearInterval(looking);
      if (signal !== 'SIGINT') child.kill(signal);
    });
  child.on('error', (error) => {
    console.error(error.message);
    process.exit(127);
  });
  child.on('exit', (code, signal) => process.exit(code ?? codes[signal] ?? 1));
}

function outdated() {
  return `Node ${process.versions.node} n’est plus maintenu\u00a0; Encrier demande Node ${leastNode()} ou plus récent.`;
}

function say(sentence) {
  console.log(`Encrier · ${sentence}`);
}

function stop(sentence) {
  console.error(`Encrier · ${sentence}`);
  console.error('Encrier · Installez Node 24 (https://nodejs.org), puis relancez la commande.');
  process.exit(1);
}
