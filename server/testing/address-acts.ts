import { pathWithSlug } from '#content/model/paths.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import { isPublic } from '#content/model/snapshot.ts';
import { recordRedirects } from '#content/service/redirects.ts';
import { TEST_CALLER as ME, type PostsWorkspace } from '#content/testing/posts-workspace.ts';
import type { Random } from '#content/testing/random.ts';
import { postText } from './post-texts.ts';

/** A site in which somebody, by chance, does all that changes addresses. */
export interface AddressSite {
  readonly place: PostsWorkspace;
  readonly random: Random;
  /** Addresses that articles have, had, or may have. */
  readonly names: readonly string[];
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly wait: (milliseconds: number) => void;
}

type Act = (site: AddressSite, posts: readonly SnapshotPost[]) => Promise<void>;

const HOUR = 3_600_000;

/** The acts that change an address: of them a story counts its steps. */
export const MOVES: Readonly<Record<string, Act>> = {
  async rename(site, posts) {
    const { id } = site.random.pick(posts);
    await site.place.posts.updatePost({ id, slug: freeName(site, posts) }, ME);
  },
  async renameAndShowOrHide(site, posts) {
    const post = site.random.pick(posts);
    await site.place.posts.updatePost({ ...turned(post), slug: freeName(site, posts) }, ME);
  },
  async delete(site, posts) {
    if (posts.length > 3) await site.place.posts.deletePost({ id: site.random.pick(posts).id }, ME);
  },
  async merge(site, posts) {
    const shown = posts.filter((post) => isPublic(post, site.clock()));
    if (shown.length < 3) return;
    const [heir, { id }] = [site.random.pick(shown), site.random.pick(posts)];
    if (heir.id !== id) await site.place.posts.deletePost({ id, redirectTo: heir.id }, ME);
  },
  async restore({ place, random }) {
    const deleted = await place.posts.listDeletedPosts({}, ME);
    if (deleted.length === 0) return;
    const { id, commit } = random.pick(deleted);
    const { slug } = await place.posts.restoreDeletedPost({ id, commit }, ME);
    if (random.oneIn(2)) await place.posts.updatePost({ id, slug, isPublished: true }, ME);
  },
  async renameByGit(site, posts) {
    const post = site.random.pick(posts);
    const text = await site.place.workspace.read(post.revision);
    await push(site, { [post.path]: null, [pathWithSlug(post.path, freeName(site, posts))]: text });
  },
  async exchangeByGit(site, posts) {
    const [one, other] = [site.random.pick(posts), site.random.pick(posts)];
    const texts = await Promise.all([one, other].map(({ revision }) => site.place.workspace.read(revision)));
    if (one !== other) await push(site, { [one.path]: texts[1] ?? null, [other.path]: texts[0] ?? null });
  },
  async rotateByGit(site, posts) {
    const [one, two, three] = [0, 1, 2].map(
      (turn) => posts[(site.random.below(posts.length) + turn) % posts.length],
    );
    if (one === undefined || two === undefined || three === undefined) return;
    const texts = await Promise.all(
      [one, two, three].map(({ revision }) => site.place.workspace.read(revision)),
    );
    if (new Set([one, two, three]).size === 3)
      await push(site, {
        [one.path]: texts[2] ?? null,
        [two.path]: texts[0] ?? null,
        [three.path]: texts[1] ?? null,
      });
  },
  async revertByGit(site) {
    const { git, workspace } = site.place;
    const changed = git('diff', '--raw', '--no-renames', '--no-abbrev', 'main~1', 'main').split('\n');
    const files: Record<string, Uint8Array | null> = {};
    for (const line of changed) {
      const [, was = '', path] = /^:\d+ \d+ ([0-9a-f]+) [0-9a-f]+ \w\t(.*)$/.exec(line) ?? [];
      if (path !== undefined) files[path] = /^0+$/.test(was) ? null : await workspace.read(was);
    }
    await push(site, files);
  },
  async writeAnotherByGit(site, posts) {
    if (posts.length > 15) return;
    const published = later(site, site.random.below(2) - 1);
    await push(site, {
      [`posts/2026/${freeName(site, posts)}.md`]: postText({ id: uuidOf(site.random), published }),
    });
  },
  async deleteByGit(site, posts) {
    if (posts.length > 3) await push(site, { [site.random.pick(posts).path]: null });
  },
};

/** What else happens on a site: who sees what, and when. */
export const OTHERS: Readonly<Record<string, Act>> = {
  async create(site, posts) {
    const { random } = site;
    if (posts.length > 15) return;
    const links = [1, 2].map(() => `[lien](/blog/${random.pick(site.names)}#suite)`);
    const fields = { title: 'Un titre', slug: freeName(site, posts), content: links.join('\n\n') };
    const dated = random.oneIn(3) ? { published: later(site, random.below(3) - 1) } : {};
    await site.place.posts.createPost({ ...fields, ...dated, isPublished: !random.oneIn(3) }, ME);
  },
  async showOrHide({ place, random }, posts) {
    await place.posts.updatePost(turned(random.pick(posts)), ME);
  },
  async putOff(site, posts) {
    const { id } = site.random.pick(posts);
    const dates = { published: later(site, 2), unpublishAt: null };
    await site.place.posts.updatePost({ id, isPublished: true, ...dates }, ME);
  },
  async end(site, posts) {
    const { id, unpublishAt, published } = site.random.pick(posts);
    const soon = later(site, 4);
    const end = unpublishAt === null && (published === null || published < soon) ? soon : null;
    await site.place.posts.updatePost({ id, unpublishAt: end }, ME);
  },
  async showOrHideByGit(site, posts) {
    const { path, revision, published } = site.random.pick(posts);
    if (published === null) return;
    const text = Buffer.from(await site.place.workspace.read(revision)).toString();
    const turned = text.replace(
      /^isPublished: (true|false)$/m,
      (_line, is) => `isPublished: ${is !== 'true'}`,
    );
    await push(site, { [path]: turned });
  },
  async record({ place }) {
    await recordRedirects(place.workspace, ME.author);
  },
  wait(site) {
    site.wait((1 + site.random.below(3)) * HOUR);
    return Promise.resolve();
  },
};

/** Commits by the git program, and looks. */
async function push(
  { place, clock }: AddressSite,
  files: Parameters<PostsWorkspace['commitBehind']>[0],
): Promise<void> {
  place.commitBehind(files, Math.floor(clock() / 1000));
  await place.workspace.refresh();
}

function uuidOf({ below }: Random): string {
  return `00000000-0000-4000-9000-${String(below(1e12)).padStart(12, '0')}`;
}

function freeName({ random, names }: AddressSite, posts: readonly SnapshotPost[]): string {
  return random.pick(names.filter((name) => !posts.some(({ slug }) => slug === name)));
}

/** Shown or hidden; a draft that is shown gets its date then, which no withdrawal may come before. */
function turned({ id, isPublished, published }: SnapshotPost) {
  const isDated = isPublished || published !== null;
  return { id, isPublished: !isPublished, ...(isDated ? {} : { unpublishAt: null }) };
}

function later({ clock }: AddressSite, hours: number): string {
  return new Date(clock() + hours * HOUR).toISOString();
}
