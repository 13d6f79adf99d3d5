// Packs the built desktop app with electron-builder. Where the Electron program is missing it is packed around a stand-in, so
// that the archive is made and looked into all the same. Plain Node: scripts/desktop.mjs runs it.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const require = createRequire(import.meta.url);
export const BUILDER = join(root, 'node_modules/electron-builder/cli.js');
/** Where a program says which fuses it has (@electron/fuses): this mark, a version, their number, a sign for each. */
const FUSE_MARK = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSES_BEFORE = '10011001';

/**
 * Packs the application around the Electron of a folder, without installers. Resolves to what went wrong, null when nothing
 * did.
 */
export function packAround({ electron, output }) {
  const words = ['--linux', 'dir', '--publish', 'never', `-c.electronDist=${electron}`];
  const child = spawn(process.execPath, [BUILDER, ...words, `-c.directories.output=${output}`], {
    cwd: root,
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => said.push(piece));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0 ? null : Buffer.concat(said).toString()));
  });
}

/** Makes a folder that is laid out like an unpacked Electron for Linux, with fuses that can be set, and starts nothing. */
export function makeElectronStandIn(folder) {
  const { version } = require('electron/package.json');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'));
  const wire = Buffer.concat([
    Buffer.from(FUSE_MARK),
    Buffer.from([1, FUSES_BEFORE.length]),
    Buffer.from(FUSES_BEFORE),
  ]);
  const program = Buffer.concat([Buffer.from('#!/bin/sh\nexit 1\n'), wire, Buffer.from('\n')]);
  for (const name of ['electron', 'chrome-sandbox']) {
    writeFileSync(join(folder, name), program);
    chmodSync(join(folder, name), 0o755);
  }
  for (const locale of ['fr', 'en-US', 'de']) writeFileSync(join(folder, 'locales', `${locale}.pak`), '');
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) writeFileSync(join(folder, name), '');
  writeFileSync(join(folder, 'version'), version);
}

/** What was packed into a folder of the application: the archive's files with their sizes, and those beside it. */
export function lookInto(application) {
  const asar = require('@electron/asar');
  const archive = join(application, 'resources/app.asar');
  const paths = asar.listPackage(archive).map((path) => path.replaceAll('\\', '/').slice(1));
  const entries = paths.map((path) => ({ path, ...asar.statFile(archive, path) }));
  const files = entries.filter((entry) => entry.files === undefined);
  return {
    archive,
    bytes: statSync(archive).size,
    inside: files.filter(({ unpacked }) => unpacked !== true),
    outside: filesBelow(`${archive}.unpacked`),
  };
}

/** Every file below a folder, by its path in it, with its size. */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath ?? entry.path, entry.name);
      return { path: path.slice(folder.length + 1).replaceAll('\\', '/'), size: statSync(path).size };
    });
}
