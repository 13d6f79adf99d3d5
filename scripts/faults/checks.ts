import { basename, dirname, relative } from 'node:path';
import * as z from 'zod';
import { capacitySchema } from '#content/model/capacity.ts';
import { eventually } from '#content/testing/eventually.ts';
import type { Author } from './author.ts';
import { mustGit, runGit } from './git-program.ts';
import type { KeptText, Ledger } from './ledger.ts';
import { filesBelow } from './plantings.ts';
import { cloneNumberIn, numberIn } from './texts.ts';

interface Checked {
  readonly author: Author;
  readonly ledger: Ledger;
  readonly dataDir: string;
  readonly gitDir: string;
}

const postsSchema = z.array(z.object({ slug: z.string(), content: z.string() }));
const foundSchema = z.object({ posts: z.array(z.object({ post: z.object({ slug: z.string() }) })) });
const editableSchema = z.object({
  content: z.string(),
  pending: z.object({ content: z.string() }).nullable(),
});
const settingsSchema = z.object({ capacity: capacitySchema });
const healthSchema = z.object({
  readOnly: z.string().nullable(),
  counts: z.looseObject({ problems: z.number() }),
});
/** Articles whose page is asked for as well; the others' texts are read from the list. */
const PAGES = 8;

/** Everything that must hold once a server is ready again; a sentence for each thing that does not. */
export async function findFaults(checked: Checked): Promise<readonly string[]> {
  return [
    ...(await historyFaults(checked)),
    ...(await servedFaults(checked)),
    ...(await searchFaults(checked)),
    ...(await healthFaults(checked)),
    ...(await leftoverFaults(checked)),
  ];
}

/** The git program is the referee. */
async function historyFaults({ gitDir, ledger }: Checked): Promise<readonly string[]> {
  const fsck = await runGit(gitDir, ['fsck', '--full', '--strict', '--no-dangling', '--no-progress']);
  const said = `${fsck.out}\n${fsck.complaints}`.trim();
  const roots = await mustGit(gitDir, ['rev-list', '--max-parents=0', 'main']);
  const reachable = await mustGit(gitDir, ['rev-list', '--objects', '--no-object-names', 'main']);
  const inHistory = new Set(reachable.split('\n'));
  const kept = await mustGit(gitDir, ['rev-list', '--objects', '--no-object-names', '--all']);
  const withinReach = new Set(kept.split('\n'));
  const images = new Set(
    (await mustGit(gitDir, ['ls-tree', '-r', '--name-only', 'main', 'images'])).split('\n'),
  );
  return [
    ...(fsck.isDone && said === '' ? [] : [`git fsck: ${said}`]),
    ...(roots.split('\n').length === 1 ? [] : ['history has a second beginning']),
    ...missing(ledger.things('commit'), (id) => inHistory.has(id), 'confirmed commit not in history'),
    ...missing(ledger.things('object'), (id) => inHistory.has(id), 'confirmed revision not in history'),
    ...missing(ledger.things('dropped'), (id) => withinReach.has(id), 'dropped version out of reach'),
    ...missing(ledger.things('image'), (url) => images.has(url.slice(1)), 'confirmed image not in HEAD'),
  ];
}

function missing(
  all: ReadonlySet<string>,
  isThere: (one: string) => boolean,
  what: string,
): readonly string[] {
  return [...all].filter((one) => !isThere(one)).map((one) => `${what}: ${one}`);
}

async function servedFaults({ author, ledger }: Checked): Promise<readonly string[]> {
  const list = postsSchema.parse((await author.call('GET /api/posts')).value);
  const listed = new Map(list.map(({ slug, content }) => [slug, content]));
  const texts = ledger.texts();
  const articles = texts.filter(({ kind }) => kind === 'article');
  const faults = articles.flatMap((text) => textFault(text, numberIn(listed.get(text.name) ?? '')));
  for (const text of texts.filter(({ kind }) => kind === 'clone'))
    faults.push(...textFault(text, cloneNumberIn(listed.get(text.name) ?? '')));
  for (const text of articles.slice(-PAGES)) {
    const { text: page } = await author.call(`GET /blog/${text.name}`);
    faults.push(...textFault({ ...text, name: `/blog/${text.name}` }, numberIn(page)));
  }
  for (const text of texts.filter(({ kind }) => kind === 'pending')) {
    const { pending, content } = editableSchema.parse(
      (await author.call(`GET /api/admin/posts/${text.name}`)).value,
    );
    faults.push(...textFault(text, numberIn(pending?.content ?? content)));
  }
  for (const text of texts.filter(({ kind }) => kind === 'settings')) {
    const { capacity } = settingsSchema.parse((await author.call('GET /api/admin/capacity')).value);
    faults.push(...textFault(text, Number(capacity.waitlistCount)));
  }
  const last = [...ledger.things('image')].at(-1);
  const image = last === undefined ? null : await author.call(`GET ${last}`);
  return image === null || image.status === 200
    ? faults
    : [...faults, `image ${last ?? ''}: ${image.status}`];
}

/** Whatever became of its files, the search finds the newest articles by the text that is served. */
async function searchFaults({ author, ledger }: Checked): Promise<readonly string[]> {
  const list = postsSchema.parse((await author.call('GET /api/posts')).value);
  const articles = ledger.texts().filter(({ kind }) => kind === 'article');
  const faults: string[] = [];
  for (const { name } of articles.slice(-PAGES)) {
    const number = numberIn(list.find(({ slug }) => slug === name)?.content ?? '');
    if (number === null) continue;
    const asked = encodeURIComponent(`${name.replaceAll('-', ' ')} "numéro ${number} fin"`);
    const isFound = await eventually(
      async () => {
        const { status, value } = await author.call(`GET /api/search?limit=50&q=${asked}`);
        return status === 200 && foundSchema.parse(value).posts.some(({ post }) => post.slug === name);
      },
      (found) => found,
    );
    if (!isFound) faults.push(`search: ${name} is not found by its text (${number})`);
  }
  return faults;
}

/** What is served must be the last confirmed text or one that was sent after it. */
function textFault({ kind, name, asked, confirmed }: KeptText, served: number | null): readonly string[] {
  if (served !== null && served >= confirmed && served <= asked) return [];
  return [`${kind} ${name}: confirmed ${confirmed}, sent ${asked}, served ${served ?? 'nothing'}`];
}

async function healthFaults({ author }: Checked): Promise<readonly string[]> {
  const { readOnly, counts } = healthSchema.parse((await author.call('GET /healthz')).value);
  return [
    ...(readOnly === null ? [] : [`read-only: ${readOnly}`]),
    ...(counts.problems === 0 ? [] : [`${counts.problems} problems`]),
  ];
}

/** A server at work has temporary files of its own: only what stays counts. */
async function leftoverFaults({ dataDir, gitDir }: Checked): Promise<readonly string[]> {
  const left = await eventually(
    () => leftovers(dataDir, gitDir),
    (files) => files.length === 0,
  );
  return left.map((file) => `left over: ${file}`);
}

/** Locks, temporary files and the like below a folder, which only a program at work has. */
export function leftovers(dataDir: string, gitDir: string): readonly string[] {
  const files = filesBelow(dataDir);
  const isLeftOver = (file: string) =>
    /\.lock$|^tmp_|^\.tmp-|\.part$|\.tmp$/.test(basename(file)) ||
    /tmp_objdir-|incoming-|\/encrier\/(?:locks|pushes)\//.test(relative(gitDir, file).replace(/^/, '/'));
  const turns = files.filter((file) => /^lock\.[0-9]+$/.test(basename(file)));
  const passed = turns.filter((file) =>
    turns.some((other) => other !== file && dirname(other) === dirname(file)),
  );
  return [...files.filter(isLeftOver), ...passed].map((file) => relative(dataDir, file));
}
