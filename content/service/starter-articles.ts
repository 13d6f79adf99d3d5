import { starterChangeSet } from '#content/git/starter.ts';
import { type ParsedPostFile, parsePostFile } from '../files/post-file.ts';
import type { FileChange, Person } from '../model/change-set.ts';
import { isImagePath, isPostPath } from '../model/paths.ts';
import type { SnapshotPost } from '../model/post.ts';
import type { Snapshot } from '../model/snapshot.ts';

/** An article of the starter: its file, and what it says. */
export interface StarterArticle {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly post: Omit<SnapshotPost, 'revision'>;
}

export interface StarterArticles {
  readonly articles: readonly StarterArticle[];
  readonly images: readonly FileChange[];
}

/** The four articles of the starter and all its images. Throws when the folder is not what this version was made with. */
export async function readStarterArticles(folder: string, author: Person): Promise<StarterArticles> {
  const { changes } = await starterChangeSet({ folder, kind: 'full', author });
  return {
    articles: changes.flatMap(({ path, bytes }) =>
      bytes === null || !isPostPath(path)
        ? []
        : [{ path, bytes, post: postOf(path, parsePostFile({ path, bytes })) }],
    ),
    images: changes.filter(({ path }) => isImagePath(path)),
  };
}

/** The images that `texts` name and a snapshot lacks. */
export function missingImages(
  { images }: StarterArticles,
  { texts, snapshot }: { readonly texts: readonly Uint8Array[]; readonly snapshot: Snapshot },
): readonly FileChange[] {
  const whole = texts.map((bytes) => Buffer.from(bytes).toString('utf8'));
  return images.filter(
    ({ path }) => !snapshot.images.has(path) && whole.some((text) => text.includes(`/${path}`)),
  );
}

function postOf(path: string, parsed: ParsedPostFile): StarterArticle['post'] {
  if (parsed.kind === 'problem') throw new Error(`the starter's ${path} cannot be read`);
  return parsed.post;
}
