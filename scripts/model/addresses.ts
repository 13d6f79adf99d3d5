import { edited } from './marks.ts';
import { type Act, ask, postsOf, somePost, told } from './turn.ts';
import { changeFields, createAt, openedText, saveText, write } from './writing.ts';

/** Addresses that all want, for articles as for pages. */
export const WANTED = ['contact', 'equipe', 'tarifs'] as const;

/** A new article or page is to have an address that others want as well, or one that is there. */
export const takeAddress: Act = (turn) => {
  const { random } = turn;
  const slug = random.pick(WANTED);
  if (random.oneIn(3)) return changeFields(turn, { slug }, `moves to ${slug}`);
  return createAt(turn, { slug, isPage: random.oneIn(2) });
};

/** A page goes into the menu of the site, or out of it. */
export const menu: Act = (turn) => {
  const isShown = turn.random.oneIn(2);
  const words = isShown ? 'puts into the menu' : 'takes out of the menu';
  return changeFields(turn, { menu: isShown }, words, ({ isPage }) => isPage === true);
};

/** An article comes to lead to another one. */
export const link: Act = async (turn) => {
  const { random, mark } = turn;
  const [post, there] = [await somePost(turn), await postsOf(turn)];
  if (post === null || there.length === 0) return 'finds no article';
  const { content: before, revision, slug } = openedText(turn, post);
  const to = random.pick(there);
  const after = `${edited(random, before, mark).trimEnd()}\n\nVoir [${to.title}](${addressOf(to)}).\n`;
  write(turn, post.id, { before, after });
  return told(
    await saveText(turn, post, { before, after, revision, slug }),
    `links ${post.slug} to ${to.slug}`,
  );
};

/** Every link to an address leads to another one from now on. */
export const mendLinks: Act = async (turn) => {
  const { side, random } = turn;
  const [post, there] = [await somePost(turn), await postsOf(turn)];
  const links = [...(post?.pending?.content ?? post?.content ?? '').matchAll(LINK)];
  if (links.length === 0 || there.length === 0) return 'finds no link';
  const [from, to] = [random.pick(links)[1] ?? '', addressOf(random.pick(there))];
  const asked = await ask(turn, 'mending links', {
    work: () => side.client.mendLinks({ from, to }),
    // Only the web publishes at once: what it shows there may have gone meanwhile.
    refusals: ['invalid'],
  });
  return told(asked, `leads links to ${from} to ${to}`);
};

const LINK = /\]\((\/[^)]+)\)/g;

function addressOf({
  slug,
  isPage,
}: {
  readonly slug: string;
  readonly isPage?: boolean | undefined;
}): string {
  return isPage === true ? `/${slug}` : `/blog/${slug}`;
}
