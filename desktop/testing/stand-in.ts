import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const DOUBLE = fileURLToPath(new URL('double', import.meta.url));
const BUNDLES = fileURLToPath(new URL('../../dist/stand-in', import.meta.url));
/** Each a file of the bundle; they find one another beside them. */
const ENTRIES = ['electron.ts', 'parent-port.mjs', 'register.mjs', 'resolve.mjs'];

/**
 * What plain Node is given before the built app, so that `electron` is the stand-in. It is bundled once for each state of its
 * sources: compiling it in each process that starts would cost more than the app.
 */
export function standInFlags(): readonly string[] {
  return ['--import', pathToFileURL(join(bundle(), 'register.mjs')).href];
}

function bundle(): string {
  const sources = readdirSync(DOUBLE).map((name) => join(DOUBLE, name));
  const hash = createHash('sha256');
  for (const file of sources) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  const folder = join(BUNDLES, hash.digest('hex').slice(0, 16));
  if (!existsSync(folder)) write(folder);
  return folder;
}

/** Whole or not at all: tests that run side by side each begin with this. */
function write(folder: string): void {
  const unfinished = `${folder}.${randomUUID()}`;
  buildSync({
    entryPoints: ENTRIES.map((name) => join(DOUBLE, name)),
    outdir: unfinished,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    if (!existsSync(folder)) throw error; // Else another test was first.
  }
}
