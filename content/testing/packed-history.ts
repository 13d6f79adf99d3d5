import { readdirSync } from 'node:fs';
import path from 'node:path';
import { objectId } from '#content/git/objects/object-id.ts';
import type { TemporaryRepository } from './temporary-repository.ts';

/** Text that compresses badly; the further apart two versions are, the more lines differ: git makes long chains. */
export function versionOf(number: number): string {
  const hash = (text: string): string => objectId('blob', Buffer.from(text));
  const lines = Array.from({ length: 200 }, (_, line) =>
    hash(line < number ? `nouvelle ${line}` : `ligne ${line}`),
  );
  return lines.join('\n');
}

/** A history of `count` commits on main, each changing one file, made by git; ids of all that is in it. */
export function makeHistory(repository: TemporaryRepository, count: number): readonly string[] {
  const commits = Array.from({ length: count }, (_, number) => {
    const text = versionOf(number);
    return [
      'commit refs/heads/main',
      `committer Camille Test <camille@exemple.fr> ${1_700_000_000 + number} +0100`,
      `data 8\nversion\n`,
      `M 100644 inline posts/texte.md\ndata ${text.length}\n${text}`,
    ].join('\n');
  });
  repository.git(['fast-import', '--quiet'], { input: `${commits.join('\n')}\n` });
  return allIds(repository);
}

/** Ids of every object git finds, in order. */
export function allIds(repository: TemporaryRepository): readonly string[] {
  const lines = repository.git(['cat-file', '--batch-all-objects', '--batch-check=%(objectname)']);
  return lines.split('\n');
}

/** Paths of the repository's packs (`.pack`) or their indexes (`.idx`). */
export function packFiles(repository: TemporaryRepository, ending: '.pack' | '.idx'): readonly string[] {
  const folder = path.join(repository.path, 'objects/pack');
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => path.join(folder, name));
}

/** How many deltas git follows at most to read an object of the first pack. */
export function longestChain(repository: TemporaryRepository): number {
  const [index = ''] = packFiles(repository, '.idx');
  const lines = repository.git(['verify-pack', '-v', index]).matchAll(/^chain length = (\d+)/gm);
  return Math.max(...[...lines].map((match) => Number(match[1])));
}
