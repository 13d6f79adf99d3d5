// npm run desktop [dev | build | test]: starts the desktop app, once or anew as its sources change, packs it, or tries it
// in the real Electron. Where the Electron program cannot be had, each says so and does what can be done without it.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { BUILDER, lookInto, makeElectronStandIn, packAround } from './pack-desktop.mjs';
import {
  buildDesktopIfStale,
  checkMachine,
  exitCode,
  fail,
  installDependencies,
  root,
  say,
} from './prepare.mjs';

/** Those that ask nothing of the stand-in alone. */
const IN_ELECTRON = [
  'first-run',
  'first-run-accessibility',
  'first-article',
  'kept-text',
  'kept-text.long',
  'outside-edits',
  'withdrawal',
];

const [task = 'start'] = process.argv.slice(2);
checkMachine();
await installDependencies();
await buildDesktopIfStale();
const electron = electronProgram();

if (task === 'start') await start();
else if (task === 'dev') await develop();
else if (task === 'build') await pack();
else if (task === 'test') await test();
else fail(`«\u00a0${task}\u00a0» n’existe pas\u00a0: dev, build, test, ou rien pour démarrer.`);

async function start() {
  if (electron === null) fail(missing());
  process.exitCode = await exitCode(electron, ['.']);
}

async function develop() {
  if (electron === null) fail(missing());
  const { developDesktop } = await import('./dev-desktop.mjs');
  await developDesktop(electron);
}

async function pack() {
  if (electron === null) {
    await packWithoutElectron();
    return;
  }
  process.exitCode = await exitCode(process.execPath, [BUILDER, '--publish', 'never', ...distribution()]);
}

/** What whoever hands the installers out says of himself, in the settings of electron-builder. */
function distribution() {
  const {
    ENCRIER_UPDATES_URL: url,
    ENCRIER_HOMEPAGE: homepage,
    ENCRIER_MAINTAINER: maintainer,
  } = process.env;
  return [
    ...(url ? ['-c.publish.provider=generic', `-c.publish.url=${url}`] : []),
    ...(homepage ? [`-c.extraMetadata.homepage=${homepage}`] : []),
    ...(maintainer ? [`-c.linux.maintainer=${maintainer}`] : []),
  ];
}

/** All but what needs the program itself: the archive, and what stays beside it, around a stand-in that starts nothing. */
async function packWithoutElectron() {
  say(missing());
  const output = join(root, 'dist/desktop-archive');
  const electron = join(output, 'stand-in');
  makeElectronStandIn(electron);
  const fault = await packAround({ electron, output });
  rmSync(electron, { recursive: true, force: true });
  if (fault !== null) fail(`electron-builder n’a pas pu faire l’archive\u00a0:\n${fault}`);
  const { archive, inside, outside } = lookInto(join(output, 'linux-unpacked'));
  say(
    `Construit\u00a0: ${relative(root, archive)}, ${inside.length} fichiers, et ${outside.length} de sharp à côté.`,
  );
  say(
    'Pas construit, faute d’Electron\u00a0: AppImage et deb (Linux), installeur de Windows, dmg et zip de macOS.',
  );
  say('Le programme du dossier dist/desktop-archive n’est pas Electron\u00a0: il ne démarre pas.');
}

async function test() {
  // There it is what the job is for.
  if (electron === null && process.env.CI) fail(missing());
  if (electron === null) {
    say(
      `${missing()} L’application n’a pas été essayée dans Electron\u00a0; «\u00a0npm test\u00a0» l’essaie sans lui.`,
    );
    return;
  }
  // Some of them are left out of `npm test` for the time they take.
  const variables = { ENCRIER_ELECTRON: electron, ENCRIER_TESTS: 'long' };
  const playwright = join(root, 'node_modules/@playwright/test/cli.js');
  process.exitCode = await exitCode(
    process.execPath,
    [playwright, 'test', ...IN_ELECTRON.map((name) => `desktop/${name}.spec`)],
    { variables },
  );
}

/** The Electron program, fetched if it can be; null when it cannot. */
function electronProgram() {
  const require = createRequire(import.meta.url);
  const folder = join(root, 'node_modules/electron');
  if (!existsSync(join(folder, 'path.txt'))) {
    say('Téléchargement d’Electron…');
    spawnSync(process.execPath, [join(folder, 'install.js')], { stdio: 'ignore', timeout: 300_000 });
  }
  if (!existsSync(join(folder, 'path.txt'))) return null;
  const program = require('electron');
  return existsSync(program) ? program : null;
}

function missing() {
  return 'Le programme Electron n’est pas là et n’a pas pu être téléchargé (github.com est-il joignable\u00a0?).';
}
