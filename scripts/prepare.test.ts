import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importsOf } from './imports.ts';
import { DESKTOP_SOURCES, SOURCES } from './prepare.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Rooms named `testing` are for tests alone. */
const BUILT = /^(?!.*\/testing\/).*(?<!\.test|\.d)\.tsx?$/;

/** What a build would take in without being made again when it changes. */
function forgotten(sources: readonly string[], ...builds: readonly string[]): readonly string[] {
  const isKnown = (path: string) =>
    sources.some((source) => path === source || path.startsWith(`${source}/`));
  const files = execFileSync('git', ['ls-files', ...sources], { cwd: ROOT })
    .toString()
    .split('\n');
  const imported = files.filter((file) => BUILT.test(file)).flatMap(pathsOf);
  return [...new Set([...imported, ...builds.flatMap(entriesOf)])].filter((path) => !isKnown(path));
}

function pathsOf(file: string): readonly string[] {
  return importsOf(file).flatMap((target) => ('path' in target ? target.path : []));
}

/** The programs a build begins with: TypeScript files that it names. */
function entriesOf(build: string): readonly string[] {
  return [...readFileSync(join(ROOT, build), 'utf8').matchAll(/'([a-z-]+\/[\w./-]+\.tsx?)'/g)].flatMap(
    ([, path]) => path ?? [],
  );
}

describe('what a build is made from', () => {
  it('is all that the site and the server take in', () => {
    expect(forgotten(SOURCES, 'scripts/build.mjs', 'scripts/server-programs.mjs')).toEqual([]);
  });

  it('is all that the desktop app takes in', () => {
    expect(forgotten(DESKTOP_SOURCES, 'electron.vite.config.ts')).toEqual([]);
  });
});
