import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperationError } from '#content/contract/client.ts';
import { TEXT_FOLDERS } from '#content/model/paths.ts';
import { eventually } from '#content/testing/eventually.ts';
import { fsckFaults, leftoverFaults } from '../programs/repository.ts';
import { FOLDER_BRANCH, sharedQuestions, toldApart } from './form.ts';
import { marksIn } from './marks.ts';
import type { Desk, PlaceName, Side, Site } from './side.ts';
import { isDesk } from './turn.ts';
import type { Fault, World } from './world.ts';

/** Exchanges until nothing moves any more; a merge of one desktop is news to the other. */
const MOST_ROUNDS = 6;

/** What must hold of one side on which nothing is going on: after it was ended and opened again, and in the end. */
export async function sideFaults(world: World, side: Side): Promise<readonly Fault[]> {
  const { name, folder, gitDir } = side;
  if (isDesk(side)) await side.host.listKeptTexts({}); // As its window does when it opens.
  const untidy = [...(await fsckFaults(gitDir)), ...(await leftoverFaults(folder, gitDir))];
  return [
    ...untidy.map((text): Fault => ({ promise: 'tidy', text: `${name}: ${text}` })),
    ...reachFaults(world, side),
  ];
}

/** Whatever somebody was told is kept is in the history of who told it. */
function reachFaults(
  { git, memory }: World,
  { name, gitDir }: { readonly name: PlaceName; readonly gitDir: string },
): readonly Fault[] {
  const wanted = memory.mustBeReachable(name);
  if (wanted.length === 0) return [];
  const log = ['log', '--all', '--patch', '--diff-merges=separate', '--format=', '--', ...TEXT_FOLDERS];
  const there = new Set(marksIn(git(gitDir, log)));
  return wanted
    .filter((mark) => !there.has(mark))
    .map((mark) => ({ promise: 'kept', text: `${mark}, kept at ${name}, is in no history of it` }));
}

/** Everybody exchanges until all have all, then all is compared, and everything that was kept is looked for. */
export async function finalFaults(world: World): Promise<readonly Fault[]> {
  const { desks, sides, site, remote } = world;
  world.isOffline = false;
  remote.keepFailing(null);
  const differing = await exchangeAll(world);
  if (differing !== null) return [{ promise: 'same', text: differing }];
  const faults: Fault[] = [];
  for (const side of sides) faults.push(...(await sideFaults(world, side)));
  const { upstream } = world;
  if (upstream !== null) {
    for (const text of await fsckFaults(upstream)) faults.push({ promise: 'tidy', text });
    faults.push(...reachFaults(world, { name: 'upstream', gitDir: upstream }));
  }
  for (const desk of desks) {
    faults.push(...(await sameAsSite(desk, site)));
    faults.push(...(await folderFaults(world, desk)));
    if (!world.isOrdered) faults.push(...(await stageFaults(desk, site)));
  }
  return [...faults, ...(await lostMarks(world)), ...(await lostPictures(site)), ...untouchedFaults(world)];
}

/** What differs in the end; null when nothing does. */
async function exchangeAll(world: World): Promise<string | null> {
  const { desks, sides, site, upstream } = world;
  const repositories = [...sides.map(({ gitDir }) => gitDir), ...(upstream === null ? [] : [upstream])];
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    for (const desk of desks) {
      world.remote.clearFaults();
      await desk.host.lookOutside({});
      await desk.client.syncNow({});
      await site.notice();
    }
    for (const desk of desks) await desk.followed();
    if (new Set(repositories.map((gitDir) => refsOf(world, gitDir))).size === 1) return null;
  }
  const states = [];
  for (const desk of desks)
    states.push(`${desk.name}: ${JSON.stringify(await desk.client.getSyncState({}))}`);
  const refs = repositories.map((gitDir) => `${gitDir}:\n${refsOf(world, gitDir)}`);
  return `the sides differ after ${MOST_ROUNDS} rounds: ${[...refs, ...states].join('\n')}`;
}

/** A work branch that holds no more than what is published need not be everywhere. */
function refsOf({ git }: World, gitDir: string): string {
  const list = (...of: readonly string[]): string =>
    git(gitDir, ['for-each-ref', '--format=%(refname) %(objectname)', ...of]);
  return list('refs/heads/main') + list('--no-merged=refs/heads/main', `refs/heads/${FOLDER_BRANCH}`);
}

/** By their own words, two sides have the same articles, texts that wait and questions. */
async function sameAsSite(desk: Desk, site: Side): Promise<readonly Fault[]> {
  const [here, there] = [await wordsOf(desk), await wordsOf(site)];
  const faults: Fault[] = [];
  for (const key of new Set([...here.keys(), ...there.keys()])) {
    if (here.get(key) === there.get(key)) continue;
    const text = `${key} differs: ${desk.name} ${here.get(key) ?? 'nothing'}, site ${there.get(key) ?? 'nothing'}`;
    faults.push({ promise: 'same', text });
  }
  return faults;
}

async function wordsOf(side: Side): Promise<ReadonlyMap<string, string>> {
  const { posts } = await side.client.getPostTable({ limit: 200 });
  const words = new Map(
    posts.map((post) => [post.id, [post.slug, post.revision, post.state, post.hasPending].join(' ')]),
  );
  for (const question of await sharedQuestions(side)) words.set(question, 'asked');
  return words;
}

/** The files are as git has them, but for those that the product says it leaves. */
async function folderFaults({ git }: World, desk: Desk): Promise<readonly Fault[]> {
  const { left, paused } = await desk.host.lookOutside({});
  const excused = new Set(left.map(({ path }) => path));
  const status = git(desk.articles, ['status', '--porcelain', '--untracked-files=all']);
  const changed = status.split('\n').filter((line) => line !== '' && !excused.has(line.slice(3)));
  return [
    ...(paused === null ? [] : [{ promise: 'tidy', text: `${desk.name} is paused: ${paused}` } as const]),
    ...changed.map((line): Fault => ({ promise: 'tidy', text: `git status at ${desk.name}: ${line}` })),
  ];
}

/** « En ligne » is said of all that readers get; in the time of one process nobody asks the site. */
async function stageFaults({ name, host }: Desk, site: Site): Promise<readonly Fault[]> {
  const ids = (await site.readers()).map(({ id }) => id);
  const stages = await eventually(
    () => host.getPostStages({ ids }),
    (all) => all.every(({ stage }) => stage === 'live'),
  );
  return stages.flatMap(({ id, stage }): Fault[] =>
    stage === 'live' ? [] : [{ promise: 'same', text: `${name} says of ${id}, which readers get: ${stage}` }],
  );
}

/** Each sentence that was kept is in a text of now, or asked about. */
async function lostMarks(world: World): Promise<readonly Fault[]> {
  const { memory, sides, desks, written, git } = world;
  const there = new Set<string>();
  const note = (text: string): void => {
    for (const mark of marksIn(text)) there.add(mark);
  };
  for (const side of sides) {
    const { client } = side;
    const { posts } = await client.getPostTable({ limit: 200 });
    for (const { id } of posts) note(JSON.stringify(await client.getEditablePost({ id })));
    for (const { id, isPending } of await client.listSyncConflicts({}))
      if (!isPending) note(JSON.stringify(await client.getSyncConflict({ id }).catch(absent)));
    for (const text of await toldApart(side, git)) note(text);
  }
  for (const desk of desks) {
    for (const { path } of (await desk.host.getOutside({})).left) note(textOf(desk, path));
    note(JSON.stringify(await desk.host.listKeptTexts({})));
  }
  const faults = memory
    .mustStand()
    .filter((mark) => !there.has(mark))
    .map(
      (mark): Fault => ({
        promise: 'kept',
        text: `${mark} of ${memory.postOf(mark)} is in no text, and not asked about`,
      }),
    );
  return [
    ...faults,
    ...written.flatMap(({ mark, path, side }): Fault[] =>
      there.has(mark) || memory.mayBeGone(mark)
        ? []
        : [{ promise: 'kept', text: `${mark}, written in ${path} at ${side}, is gone` }],
    ),
  ];
}

/** Each picture that a text shows is there, whoever renamed it or took it away meanwhile. */
async function lostPictures({ name, client }: Side): Promise<readonly Fault[]> {
  const there = new Set((await client.listImages({})).map(({ url }) => url));
  const { posts } = await client.getPostTable({ limit: 200 });
  const faults: Fault[] = [];
  for (const { id, slug } of posts) {
    const post = await client.getEditablePost({ id });
    // Under a text that waits nobody is shown what is not on line.
    const { pending, ...published } = post;
    const texts = [pending, pending === null || post.isPublished ? published : null];
    const shown = JSON.stringify(texts).match(IMAGE) ?? [];
    for (const url of new Set(shown))
      if (!there.has(url))
        faults.push({ promise: 'kept', text: `${slug} at ${name} shows ${url}, which is gone` });
  }
  return faults;
}

const IMAGE = /\/images\/\d{4}\/[\w.-]+/g;

/** Whoever has nothing to show of a question answers 404. */
function absent(error: unknown): null {
  if (error instanceof OperationError && error.code === 'not-found') return null;
  throw error;
}

function textOf({ articles }: Desk, path: string): string {
  try {
    return readFileSync(join(articles, path), 'utf8');
  } catch {
    return ''; // It was deleted there.
  }
}

/** Files of the beginning that nobody ever touched. */
function untouchedFaults({ git, first, sides, desks }: World): readonly Fault[] {
  const odd = git(sides[0]?.gitDir ?? '', ['ls-tree', '-r', first])
    .split('\n')
    .filter((line) => /article-\d+\.md$/.test(line));
  const faults: Fault[] = [];
  for (const { name, gitDir } of sides) {
    const there = new Set(git(gitDir, ['ls-tree', '-r', 'main']).split('\n'));
    for (const line of odd)
      if (!there.has(line)) faults.push({ promise: 'tidy', text: `changed at ${name}: ${line}` });
  }
  const files = odd.map((line) => line.split(/[ \t]/));
  for (const { name, articles } of desks) {
    const ids = git(articles, [
      'hash-object',
      '--no-filters',
      '--',
      ...files.map(([, , , path = '']) => path),
    ]);
    files.forEach(([, , id, path = ''], at) => {
      if (ids.split('\n')[at] !== id)
        faults.push({ promise: 'tidy', text: `changed in the folder of ${name}: ${path}` });
    });
  }
  return faults;
}
