import * as z from 'zod';
import type { Client } from '#content/contract/client.ts';
import { eventually } from '#content/testing/eventually.ts';
import type { Author } from '../programs/author.ts';
import { fsckFaults, leftoverFaults, mustGit } from '../programs/repository.ts';
import type { KeptText, KeptThing, Ledger } from './ledger.ts';
import { numberIn } from './texts.ts';

interface Checked {
  readonly author: Author;
  readonly ledger: Ledger;
  readonly dataDir: string;
  readonly gitDir: string;
}

const healthSchema = z.object({
  readOnly: z.string().nullable(),
  counts: z.looseObject({ problems: z.number() }),
});
/** Articles whose page is asked for as well; the others' texts are read from the list. */
const PAGES = 8;

/** Everything that must hold once a server is ready again; a sentence for each thing that does not. */
export async function findFaults(checked: Checked): Promise<readonly string[]> {
  const { gitDir, dataDir } = checked;
  return [
    ...(await historyFaults(checked)),
    ...(await keptFaults(checked)),
    ...(await servedFaults(checked)),
    ...(await searchFaults(checked)),
    ...(await healthFaults(checked)),
    ...(await leftoverFaults(dataDir, gitDir)),
  ];
}

/** The git program is the referee. */
async function historyFaults({ gitDir, ledger }: Checked): Promise<readonly string[]> {
  const roots = await mustGit(gitDir, ['rev-list', '--max-parents=0', 'main']);
  const inHistory = await objectsFrom(gitDir, 'main');
  return [
    ...(await fsckFaults(gitDir)),
    ...(roots.split('\n').length === 1 ? [] : ['history has a second beginning']),
    ...missing(ledger, 'commit', inHistory, 'not in history'),
    ...missing(ledger, 'object', inHistory, 'not in history'),
  ];
}

async function objectsFrom(gitDir: string, refs: string): Promise<ReadonlySet<string>> {
  const listed = await mustGit(gitDir, ['rev-list', '--objects', '--no-object-names', refs]);
  return new Set(listed.split('\n'));
}

/** Dropped texts are within reach of some ref, pictures in what is published. */
async function keptFaults({ gitDir, ledger }: Checked): Promise<readonly string[]> {
  const withinReach = await objectsFrom(gitDir, '--all');
  const images = await mustGit(gitDir, ['ls-tree', '-r', '--name-only', 'main', 'images']);
  const there = new Set(images.split('\n').map((path) => `/${path}`));
  return [
    ...missing(ledger, 'dropped', withinReach, 'out of reach'),
    ...missing(ledger, 'image', there, 'not in HEAD'),
  ];
}

function missing(
  ledger: Ledger,
  thing: KeptThing,
  there: ReadonlySet<string>,
  where: string,
): readonly string[] {
  return [...ledger.things(thing)].filter((one) => !there.has(one)).map((one) => `${thing} ${where}: ${one}`);
}

/** The texts that readers get, by slug. */
async function readersTexts({ listPosts }: Client): Promise<ReadonlyMap<string, string>> {
  const listed = await listPosts({});
  if (!Array.isArray(listed)) throw new Error('no list of posts');
  return new Map(listed.flatMap((post) => ('content' in post ? [[post.slug, post.content] as const] : [])));
}

async function servedFaults({ author, ledger }: Checked): Promise<readonly string[]> {
  const { client } = author;
  const listed = await readersTexts(client);
  const { capacity } = await client.getCapacitySettings({});
  const texts = ledger.texts();
  const faults: string[] = [];
  for (const text of texts) {
    const { kind, name } = text;
    if (kind === 'pending') {
      const { pending, content } = await client.getEditablePost({ id: name });
      faults.push(...textFault(text, numberIn(pending?.content ?? content)));
    } else if (kind === 'settings') faults.push(...textFault(text, Number(capacity.waitlistCount)));
    else faults.push(...textFault(text, numberIn(listed.get(name) ?? '')));
  }
  for (const text of texts.filter(({ kind }) => kind === 'article').slice(-PAGES)) {
    const { text: page } = await author.get(`/blog/${text.name}`);
    faults.push(...textFault({ ...text, name: `/blog/${text.name}` }, numberIn(page)));
  }
  const last = [...ledger.things('image')].at(-1);
  const image = last === undefined ? null : await author.get(last);
  return image === null || image.status === 200
    ? faults
    : [...faults, `image ${last ?? ''}: ${image.status}`];
}

/** Whatever became of its files, the search finds the newest articles by the text that is served. */
async function searchFaults({ author: { client }, ledger }: Checked): Promise<readonly string[]> {
  const listed = await readersTexts(client);
  const articles = ledger.texts().filter(({ kind }) => kind === 'article');
  const faults: string[] = [];
  for (const { name } of articles.slice(-PAGES)) {
    const number = numberIn(listed.get(name) ?? '');
    if (number === null) continue;
    const isFound = await eventually(
      () => finds(client, `"numéro ${number} fin"`, name).catch(() => false), // While its index is made it answers 503.
      (found) => found,
    );
    if (!isFound) faults.push(`search: ${name} is not found by its text (${number})`);
  }
  return faults;
}

/** Until the search finds an article that is there: while its index is made it answers 503. */
export async function untilSearched(client: Client, slug: string): Promise<void> {
  await eventually(
    () => finds(client, 'numéro', slug).catch(() => false),
    (isFound) => isFound,
  );
}

/** Whether an article is found by its name and these words: texts of many rounds have much the same. */
export async function finds(client: Client, words: string, slug: string): Promise<boolean> {
  const q = `${slug.replaceAll('-', ' ')} ${words}`;
  const { posts } = await client.searchPosts({ q, limit: 50 });
  return posts.some(({ post }) => post.slug === slug);
}

/** What is served must be the last confirmed text or one that was sent after it. */
function textFault({ kind, name, asked, confirmed }: KeptText, served: number | null): readonly string[] {
  if (served !== null && served >= confirmed && served <= asked) return [];
  return [`${kind} ${name}: confirmed ${confirmed}, sent ${asked}, served ${served ?? 'nothing'}`];
}

async function healthFaults({ author }: Checked): Promise<readonly string[]> {
  const { text } = await author.get('/healthz');
  const { readOnly, counts } = healthSchema.parse(JSON.parse(text));
  return [
    ...(readOnly === null ? [] : [`read-only: ${readOnly}`]),
    ...(counts.problems === 0 ? [] : [`${counts.problems} problems`]),
  ];
}
