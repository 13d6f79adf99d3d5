import { starterChangeSet } from '#content/git/starter.ts';
import { fileIdAt } from '#content/git/tree-differences.ts';
import type { maintenanceOperations } from '../contract/maintenance-operations.ts';
import type { Handlers } from '../contract/operation.ts';
import { bodyOf } from '../files/front-matter-split.ts';
import { editPostFile } from '../files/post-file.ts';
import type { FileChange, Person } from '../model/change-set.ts';
import { ContentError } from '../model/errors.ts';
import { quoted } from '../model/french-spaces.ts';
import { isImagePath, isPostPath, postAddress } from '../model/paths.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { ContentContext } from './content-context.ts';
import { type Mending, mendImageAddresses } from './images/image-changes.ts';
import { type ReadVersion, readVersion } from './posts/post-version.ts';
import type { CallContext, Workspace } from './workspace.ts';

export type MaintenanceOperations = Handlers<typeof maintenanceOperations, CallContext>;

/** What the maintenance pages do (docs/product.md, Maintenance pages), on one repository. */
export function createMaintenanceOperations({
  workspace,
  starterFolder: folder,
  references,
}: Pick<ContentContext, 'workspace' | 'starterFolder' | 'references'>): MaintenanceOperations {
  return {
    async initPosts(_input, { author }) {
      const posts = await writeStarterArticles(workspace, await readStarter(folder, author), author);
      return { message: `${posts.length} articles ont été écrits et sont en ligne.`, posts };
    },
    async fixImages(_input, { author }) {
      const mending = await mendImageAddresses(workspace, references, author);
      return { message: sentenceOf(mending), fixed: [...mending.fixed] };
    },
    async fixIronman(_input, { author }) {
      const isRestored = await restoreIronman(workspace, await readStarter(folder, author), author);
      return { message: isRestored ? RESTORED : AS_IT_WAS };
    },
  };
}

const RESTORED = 'L’article a retrouvé son texte, son image et ses textes pour les réseaux.';
const AS_IT_WAS = 'L’article est déjà comme au départ\u00a0: rien n’a été changé.';

function sentenceOf({ fixed, posts }: Mending): string {
  if (fixed.length === 0) return 'Aucune adresse à corriger.';
  const addresses = fixed.length === 1 ? 'Une adresse corrigée' : `${fixed.length} adresses corrigées`;
  return `${addresses} dans ${posts === 1 ? 'un article' : `${posts} articles`}.`;
}

/** The article that `fix-ironman-production` restores (docs/product.md, Maintenance pages). */
const IRONMAN_SLUG = 'ironman-mindset-discipline-business';

interface Starter {
  readonly articles: readonly ReadVersion[];
  readonly images: readonly FileChange[];
}

/** The four articles of the starter and all its images. Throws when the folder is not what this version was made with. */
async function readStarter(folder: string, author: Person): Promise<Starter> {
  const { changes } = await starterChangeSet({ folder, kind: 'full', author });
  return {
    articles: changes.flatMap(({ path, bytes }) =>
      bytes === null || !isPostPath(path) ? [] : [readVersion({ path, bytes })],
    ),
    images: changes.filter(({ path }) => isImagePath(path)),
  };
}

/** The images that articles name and a snapshot lacks. */
function missingImages(
  { images }: Snapshot,
  starter: Starter,
  articles: readonly ReadVersion[],
): readonly FileChange[] {
  const texts = articles.map(({ bytes }) => Buffer.from(bytes).toString('utf8'));
  return starter.images.filter(
    ({ path }) => !images.has(path) && texts.some((text) => text.includes(`/${path}`)),
  );
}

/**
 * Writes the articles of the starter, as one commit, once: ContentError 'done' as soon as the address of one of them is an
 * article's, or was and leads elsewhere since.
 */
async function writeStarterArticles(workspace: Workspace, starter: Starter, author: Person) {
  const { articles } = starter;
  return workspace.change(author, async (snapshot) => {
    for (const article of articles) await refuseKnown(workspace, snapshot, article);
    const files = articles.map(({ path, bytes }) => ({ path, bytes }));
    return {
      changes: [...files, ...missingImages(snapshot, starter, articles)],
      action: { kind: 'write-starter' },
      value: articles.map(({ post: { id, title, slug } }) => ({ id, title, slug })),
    };
  });
}

async function refuseKnown(
  workspace: Workspace,
  { commit, posts, redirects }: Snapshot,
  { path, post }: ReadVersion,
): Promise<void> {
  const there = posts.find(({ id, slug }) => id === post.id || slug === post.slug);
  const wasThere = redirects.has(postAddress(post));
  // A file that cannot be read is nobody's post, and not to be written over all the same.
  const isFile = (await fileIdAt(workspace.objects, { commit, path })) !== null;
  if (there === undefined && !wasThere && !isFile) return;
  const is = wasThere ? 'a déjà été sur le site' : 'est déjà là';
  const reason = `L’article ${quoted((there ?? post).title)} ${is}\u00a0: rien n’a été écrit.`;
  throw new ContentError('done', { reason });
}

/**
 * Gives one article back the text, cover and social texts it has in the starter; all else of its file stays. False when there
 * is nothing to restore; ContentError 'not-found' when there is no such article.
 */
async function restoreIronman(workspace: Workspace, starter: Starter, author: Person): Promise<boolean> {
  const article = starter.articles.find(({ post }) => post.slug === IRONMAN_SLUG);
  if (article === undefined) throw new Error(`the starter has no ${IRONMAN_SLUG}`);
  return workspace.change(author, async (snapshot) => {
    const changes = [
      ...(await restoredFile(workspace, snapshot, article)),
      ...missingImages(snapshot, starter, [article]),
    ];
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
  article: ReadVersion,
): Promise<readonly FileChange[]> {
  const current = snapshot.posts.find(({ slug }) => slug === IRONMAN_SLUG);
  if (current === undefined) throw new ContentError('not-found', { what: 'Cet article' });
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
  return isSame ? [] : [{ path, bytes: restored }];
}
