import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, root, sourceFiles } from './imports.ts';

const TEST = /(?<!\.long)\.test\.tsx?$/;

/** Which of the project's files import which, types included. */
export interface ImportGraph {
  readonly imported: ReadonlyMap<string, readonly string[]>;
  readonly importers: ReadonlyMap<string, readonly string[]>;
}

/** What differs from the last commit: files of the working tree, new and deleted ones too. */
export function uncommittedFiles(): readonly string[] {
  const ask = (...words: string[]) => execFileSync('git', words, { cwd: root }).toString().split('\0');
  const files = [
    ...ask('diff', '--name-only', '-z', 'HEAD'),
    ...ask('ls-files', '-z', '--others', '--exclude-standard'),
  ];
  return files.filter((file) => file !== '');
}

export function importGraph(): ImportGraph {
  const imported = new Map(
    sourceFiles().map((file) => [
      file,
      importsOf(file).flatMap((target) => ('path' in target ? [target.path] : [])),
    ]),
  );
  const importers = new Map<string, string[]>();
  for (const [file, targets] of imported)
    for (const target of targets) {
      const known = importers.get(target);
      if (known === undefined) importers.set(target, [file]);
      else known.push(file);
    }
  return { imported, importers };
}

/** The unit tests that lead to one of the files: those with the fewest imports between first, then those of the nearest folder. */
export function nearestTests(files: readonly string[], { importers }: ImportGraph): readonly string[] {
  const isTest = (file: string) => TEST.test(file) && existsSync(join(root, file));
  return [...reached(files, importers)]
    .filter(([file]) => isTest(file))
    .sort(([a, far], [b, further]) => far - further || foldersShared(b, files) - foldersShared(a, files))
    .map(([file]) => file);
}

/** What files import, and what that does, with the files themselves. */
export function importedBy(files: readonly string[], { imported }: ImportGraph): readonly string[] {
  return [...reached(files, imported).keys()];
}

/** The number of imports to each file that these lead to. */
function reached(
  files: readonly string[],
  next: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const found = new Map(files.map((file) => [file, 0]));
  // A map walked while it grows also gives what was added.
  for (const [file, distance] of found)
    for (const other of next.get(file) ?? []) if (!found.has(other)) found.set(other, distance + 1);
  return found;
}

/** How many folders the nearest of the files shares with one. */
function foldersShared(one: string, files: readonly string[]): number {
  const folders = one.split('/').slice(0, -1);
  return Math.max(
    ...files.map((file) => {
      const others = file.split('/');
      const differs = folders.findIndex((folder, at) => others[at] !== folder);
      return differs === -1 ? folders.length : differs;
    }),
  );
}
