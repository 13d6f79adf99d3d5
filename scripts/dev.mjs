// npm run dev: the site, its admin and the server from their sources, on the same data as `npm start`. What a browser
// runs, and pages, change as they are saved (Vite); the server starts anew when a file of server/ or content/ does.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, watch } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { checkMachine, installDependencies, root, say } from './prepare.mjs';
import { BUNDLING, CARD_FONTS, SERVER_PROGRAMS } from './server-programs.mjs';

/** Editors write a file in several steps, and a change of branch many files. */
const QUIET_MS = 100;
const OUTPUT = join(root, 'dist/dev');

checkMachine();
await installDependencies();
const { context } = await import('esbuild');
const programs = await context({
  absWorkingDir: root,
  entryPoints: { ...SERVER_PROGRAMS, main: 'scripts/dev/main.ts', site: 'scripts/dev/site.ts' },
  outdir: OUTPUT,
  ...BUNDLING,
  packages: 'external',
});
mkdirSync(join(OUTPUT, 'client'), { recursive: true });
cpSync(join(root, CARD_FONTS), join(OUTPUT, 'fonts'), { recursive: true });
// The same one for each start: browsers that wait for the server to come back ask there.
const socketPort = await freePort();

let server = null;
let timer = null;
let isEnding = false;
let restarting = Promise.resolve();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end());
// Who started it with a channel is gone.
process.on('disconnect', () => void end());
for (const folder of ['server', 'content', 'scripts/dev'])
  watch(join(root, folder), { recursive: true }, (_kind, name) => {
    if (name === null || !/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      restarting = restarting.then(restart);
    }, QUIET_MS);
  });
await restart();

/** What does not compile is told, and the server goes on as it was. */
async function restart() {
  if (isEnding) return;
  try {
    await programs.rebuild();
  } catch {
    return; // esbuild has said what is wrong, and where.
  }
  if (server !== null) say('Le serveur redémarre…');
  await stop();
  if (!isEnding) server = start();
}

function start() {
  const child = spawn(process.execPath, ['--enable-source-maps', join(OUTPUT, 'main.js')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'development', ENCRIER_SOCKET_PORT: String(socketPort) },
  });
  child.on('message', (message) => {
    // One that was free is asked for again.
    if (message.kind === 'ready') process.env.PORT = String(message.port);
    process.send?.(message);
  });
  child.on('exit', (code) => {
    if (server !== child) return;
    server = null;
    if (!isEnding && code !== 0) say('Le serveur s’est arrêté\u00a0; il redémarre au prochain changement.');
  });
  return child;
}

function stop() {
  const child = server;
  server = null;
  if (child === null || child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.on('exit', resolve);
    child.kill('SIGTERM');
  });
}

async function end() {
  if (isEnding) return;
  isEnding = true;
  await restarting;
  await stop();
  process.exit(0);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
