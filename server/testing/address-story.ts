import { internalLinks } from '#content/model/internal-links.ts';
import { type PublicView, publicView, type Snapshot } from '#content/model/snapshot.ts';
import { createPostsWorkspace, type PostsWorkspace, TEST_NOW } from '#content/testing/posts-workspace.ts';
import { createRandom } from '#content/testing/random.ts';
import { redirectOf } from '#site/render/final-links.ts';
import { keptPage } from '#site/render/kept-page.ts';
import { type AddressSite, MOVES, OTHERS } from './address-acts.ts';
import { postFiles } from './post-texts.ts';
import { snapshotWithoutCache } from './snapshot-without-cache.ts';

const NAMES = Array.from({ length: 40 }, (_, number) => `adresse-${number}`);
/** After so many steps the addresses are looked at as a start without a cache has them. */
const ANEW_EVERY = 10;
/** Of so many acts one is no change of an address. */
const OTHER_ONE_IN = 3;

export interface AddressStory {
  /** What was wrong, each with the step after which it was; the first one only. */
  readonly faults: readonly string[];
  /** How often each act was done. */
  readonly acts: Readonly<Record<string, number>>;
  /** Addresses that readers saw at some time. */
  readonly addresses: number;
}

/**
 * Has chance change so many addresses on a real repository, through the service and by the git program, and looks after
 * each act at every address that readers ever saw: it shows an article, leads to one at once, or is gone; no other address
 * answers anything, and no link of a text ends at a redirect. Now and then it looks as a copy of the repository would.
 */
export async function tellAddressStory(seed: number, steps: number): Promise<AddressStory> {
  const place = await createPostsWorkspace(postFiles(8), { past: 'asked' });
  const acts: Record<string, number> = {};
  const seen = new Set<string>();
  const over = new Set<string>();
  let now = TEST_NOW;
  const site: AddressSite = {
    place,
    random: createRandom(seed),
    names: NAMES,
    clock: () => now,
    wait: (milliseconds) => {
      now += milliseconds;
      place.at(now);
    },
  };
  const links = createLinkReader(place);
  const look = async (): Promise<readonly string[]> => {
    await place.pastKnown();
    const snapshot = await place.workspace.current();
    const view = publicView(snapshot, now);
    for (const { slug } of view.posts) seen.add(slug);
    // An article that is over says so at whatever address it is given.
    for (const slug of view.withdrawn.keys()) over.add(slug);
    return [...faultsOf(view, { seen, over }), ...(await links(view))];
  };
  const lookAnew = async (): Promise<readonly string[]> => {
    const view = publicView(await snapshotWithoutCache(place, now), now);
    return [...seen].flatMap((slug) => addressFault(`/blog/${slug}`, view) ?? []);
  };
  try {
    let faults = await look();
    for (let step = 0; step < steps && faults.length === 0; ) {
      const isMove = !site.random.oneIn(OTHER_ONE_IN);
      const table = isMove ? MOVES : OTHERS;
      const name = site.random.pick(Object.keys(table));
      await table[name]?.(site, (await place.workspace.current()).posts);
      acts[name] = (acts[name] ?? 0) + 1;
      if (isMove) step += 1;
      const anew = isMove && step % ANEW_EVERY === 0 ? await lookAnew() : [];
      faults = [...(await look()), ...anew.map((fault) => `without a cache ${fault}`)].map(
        (fault) => `seed ${seed}, step ${step}, ${name}: ${fault}`,
      );
    }
    return { faults, acts, addresses: seen.size };
  } finally {
    await place.close();
  }
}

interface Known {
  /** Addresses at which readers saw an article, and at which one said that it was over. */
  readonly seen: ReadonlySet<string>;
  readonly over: ReadonlySet<string>;
}

function faultsOf(view: PublicView, { seen, over }: Known): readonly string[] {
  const { snapshot } = view;
  const answered = [...seen].flatMap((slug) => addressFault(`/blog/${slug}`, view) ?? []);
  const others = NAMES.filter((name) => !seen.has(name) && !over.has(name));
  const unseen = others.filter((name) => answerOf(`/blog/${name}`, view) !== 'missing');
  const named = unseen.map((name) => `nobody saw ${name}, and it answers something`);
  return [...answered, ...named, ...chains(snapshot, view), ...snapshot.problems.map(({ reason }) => reason)];
}

/** What an address answers: an article, where it leads, or in a word why there is none. */
function answerOf(path: string, view: PublicView): string {
  const answer = keptPage(path, view);
  if (typeof answer === 'string') return answer;
  if (answer.kind === 'moved') return answer.location;
  return answer.page.kind === 'gone'
    ? 'gone'
    : view.bySlug.has(path.slice('/blog/'.length))
      ? 'article'
      : 'missing';
}

function addressFault(path: string, view: PublicView): string | null {
  const answer = answerOf(path, view);
  if (answer === 'article' || answer === 'gone') return null;
  const end = answer.startsWith('/') ? answerOf(answer, view) : answer;
  return end === 'article' ? null : `${path} answers ${answer}, which answers ${end}`;
}

/**
 * A redirect that is written leads to no address that is led on, and in no circle; that of a hidden article may be gone
 * meanwhile, and that of one a push renamed is led on until it is written.
 */
function chains({ redirects, derivedRedirects }: Snapshot, { bySlug }: PublicView): readonly string[] {
  const unwritten = new Set(derivedRedirects.map(([from]) => from));
  return [...redirects].flatMap(([from, to]) => {
    const next = redirects.get(to);
    const isWritten = !unwritten.has(from) && !unwritten.has(to);
    const isEnd =
      !isWritten || next === undefined || next === 'gone' || bySlug.has(to.slice('/blog/'.length));
    return isEnd ? [] : [`${from} leads to ${to}, which leads to ${next}`];
  });
}

/** Reads each text once, and says which of its links, as readers get them, are redirected. */
function createLinkReader({ workspace }: PostsWorkspace) {
  const known = new Map<string, readonly string[]>();

  async function linksIn(revision: string): Promise<readonly string[]> {
    const links =
      known.get(revision) ?? internalLinks(await workspace.body({ revision }), '').map(({ slug }) => slug);
    known.set(revision, links);
    return links;
  }

  return async (view: PublicView): Promise<readonly string[]> => {
    const slugs = (await Promise.all(view.posts.map(({ revision }) => linksIn(revision)))).flat();
    const shown = slugs.map((slug) => redirectOf(`/blog/${slug}`, view) ?? `/blog/${slug}`);
    return shown
      .filter((path) => redirectOf(path, view) !== null)
      .map((path) => `a link to ${path} is led on`);
  };
}
