import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { ChangeSet, FileChange, Person } from '#content/model/change-set.ts';
import { IMAGES_FOLDER, POSTS_FOLDER, SITE_FILE } from '#content/model/paths.ts';

export type StarterKind = 'full' | 'empty';

interface StarterOptions {
  /** The folder with the starter content, in the shape of a live repository. */
  readonly folder: string;
  /** Empty leaves out the articles, and the images that only they show. */
  readonly kind: StarterKind;
  readonly author: Person;
}

interface StarterChangeSet extends ChangeSet {
  readonly changes: readonly FileChange[];
}

/** The change set that turns a new repository into a site (docs/design.md, Configuration). */
export async function starterChangeSet({ folder, kind, author }: StarterOptions): Promise<StarterChangeSet> {
  const paths = await filesBelow(folder);
  const site = await readFile(join(folder, SITE_FILE), 'utf8');
  const kept = kind === 'full' ? paths : paths.filter((path) => isNeededWithoutPosts(path, site));
  const changes: FileChange[] = [];
  for (const path of kept) changes.push({ path, bytes: await readFile(join(folder, path)) });
  return { changes, message: message(kind), author };
}

function isNeededWithoutPosts(path: string, site: string): boolean {
  if (path.startsWith(`${POSTS_FOLDER}/`)) return false;
  return !path.startsWith(`${IMAGES_FOLDER}/`) || site.includes(path);
}

function message(kind: StarterKind): string {
  const sentence =
    kind === 'full' ? 'Créer le site et ses quatre premiers articles' : 'Créer le site, sans article';
  return `${sentence}\n\nEncrier-Action: start\n`;
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .sort();
}
