import { fileIdAt } from '#content/git/tree-differences.ts';
import { bodyOf } from '../files/front-matter-split.ts';
import { editPostFile } from '../files/post-file.ts';
import type { Person } from '../model/change-set.ts';
import { ContentError } from '../model/errors.ts';
import { postPath } from '../model/paths.ts';
import { postAddress } from '../model/redirects.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { makeOneCommit } from './one-commit.ts';
import { missingImages, readStarterArticles, type StarterArticle } from './starter-articles.ts';
import type { Workspace } from './workspace.ts';

/** The article that `fix-ironman-production` restores (docs/product.md, Maintenance pages). */
const IRONMAN_SLUG = 'ironman-mindset-discipline-business';

interface StarterOptions {
  readonly folder: string;
  readonly author: Person;
}

interface WrittenArticle {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
}

/**
 * Writes the articles of the starter, as one commit, once: ContentError 'done' as soon as one of them is there, or was and
 * its address leads elsewhere since.
 */
export async function writeStarterArticles(
  workspace: Workspace,
  { folder, author }: StarterOptions,
): Promise<readonly WrittenArticle[]> {
  const starter = await readStarterArticles(folder, author);
  return makeOneCommit(workspace, author, async (snapshot) => {
    for (const { path, post } of starter.articles) await refuseKnown(workspace, snapshot, { path, post });
    const images = missingImages(starter, { texts: starter.articles.map(({ bytes }) => bytes), snapshot });
    return {
      changes: [...starter.articles.map(({ path, bytes }) => ({ path, bytes })), ...images],
      action: { kind: 'write-starter' },
      value: starter.articles.map(({ post: { id, title, slug } }) => ({ id, title, slug })),
    };
  });
}

async function refuseKnown(
  workspace: Workspace,
  snapshot: Snapshot,
  { path, post }: Pick<StarterArticle, 'path' | 'post'>,
): Promise<void> {
  const isThere = snapshot.posts.some(({ id, slug }) => id === post.id || slug === post.slug);
  const wasThere = snapshot.redirects.has(postAddress(post.slug));
  // A file that cannot be read is nobody's post, and not to be written over all the same.
  const isFile = (await fileIdAt(workspace.objects, { commit: snapshot.commit, path })) !== null;
  if (isThere || wasThere || isFile)
    throw new ContentError('done', { reason: 'Les articles de départ ont déjà été écrits.' });
}

/**
 * Gives one article back the text, cover and social texts it has in the starter; all else of its file stays. One that is
 * not there is written anew. False when there is nothing to restore.
 */
export async function restoreIronman(
  workspace: Workspace,
  { folder, author }: StarterOptions,
): Promise<boolean> {
  const starter = await readStarterArticles(folder, author);
  const article = starter.articles.find(({ post }) => post.slug === IRONMAN_SLUG);
  if (article === undefined) throw new Error(`the starter has no ${IRONMAN_SLUG}`);
  const images = (snapshot: Snapshot) => missingImages(starter, { texts: [article.bytes], snapshot });
  return makeOneCommit(workspace, author, async (snapshot) => {
    const file = await restoredFile(workspace, snapshot, article);
    const changes = [...(file === null ? [] : [file]), ...images(snapshot)];
    return {
      changes,
      action: { kind: 'restore-starter-post', post: article.post },
      value: changes.length > 0,
    };
  });
}

async function restoredFile(
  workspace: Workspace,
  snapshot: Snapshot,
  article: StarterArticle,
): Promise<{ readonly path: string; readonly bytes: Uint8Array } | null> {
  const current = snapshot.posts.find(({ slug }) => slug === IRONMAN_SLUG);
  if (current === undefined) return newFile(snapshot, article);
  const { path, revision } = current;
  const bytes = await workspace.read(revision);
  const { coverImage, coverImageAlt, ogImage, socialTitle, socialDescription } = article.post;
  const restored = editPostFile(bytes, {
    fields: { coverImage, coverImageAlt, ogImage, socialTitle, socialDescription },
    body: bodyOf(article.bytes),
  });
  // A file that cannot be read is served in an older version: restoring is what repairs it.
  const stored = await fileIdAt(workspace.objects, { commit: snapshot.commit, path });
  const isSame = stored === revision && Buffer.compare(restored, bytes) === 0;
  return isSame ? null : { path, bytes: restored };
}

/** With an id of its own when another post has taken the one of the starter. */
function newFile(snapshot: Snapshot, { path, bytes, post }: StarterArticle) {
  const isTaken = snapshot.posts.some(({ id }) => id === post.id);
  if (!isTaken) return { path, bytes };
  const year = Number(path.split('/')[1]);
  return { path: postPath(IRONMAN_SLUG, year), bytes: editPostFile(bytes, { fields: { id: null } }) };
}
