import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TEXT_FOLDERS } from '#content/model/paths.ts';
import { plainImage } from '#content/testing/images.ts';
import type { LoopbackFault } from '#content/testing/loopback-remote.ts';
import { FOLDER_BRANCH } from './form.ts';
import { edited, markedSentence, marksIn } from './marks.ts';
import type { Desk, PlaceName } from './side.ts';
import { type Act, ask, isDesk, look, momentOf, newestOf, somePost, type Turn, told } from './turn.ts';
import type { World } from './world.ts';

const HOUR_MS = 3_600_000;
/** The disk that ends is Encrier's (failing-disk.ts), not that of other programs. */
const writeAsAnother = writeFileSync;

/** One exchange of a desktop, or of a site that follows a repository, whatever comes of it. */
export const exchange: Act = async (turn) => {
  const { side, world } = turn;
  if (!isDesk(side) && world.upstream === null) return wait(turn);
  const asked = await ask(turn, 'exchanging', { work: () => side.client.syncNow({}) });
  await world.site.notice();
  world.memory.unhide();
  if (!('value' in asked)) return told(asked, 'exchanges');
  const { fault, error } = asked.value;
  if (fault === 'internal' && !world.disk.hasEnded(side.folder))
    world.faults.push({ promise: 'answers', text: `exchange: ${error ?? fault}` });
  return fault === null ? 'exchanges' : `exchanges (${fault})`;
};

/** The next request of a kind breaks off. */
export const cutExchange: Act = async (turn) => {
  const { world, random } = turn;
  const fault: LoopbackFault = random.pick([
    { kind: 'cut' },
    { kind: 'cut-fetch' },
    { kind: 'corrupt-pack' },
    { kind: 'status', status: 503 },
    ...(['before', 'during', 'after'] as const).flatMap((when): LoopbackFault[] => [
      { kind: 'cut-push', when },
      { kind: 'cut-push', when, passing: 1 },
    ]),
  ]);
  world.remote.fail(fault);
  const words = await exchange(turn);
  return `${words}, cut: ${Object.values(fault).join(' ')}`;
};

/** The network goes, or comes back. */
export const network: Act = ({ world }) => {
  world.isOffline = !world.isOffline;
  world.remote.keepFailing(world.isOffline ? { kind: 'status', status: 503 } : null);
  return Promise.resolve(world.isOffline ? 'the network is gone' : 'the network is back');
};

/** Time passes: dates that were to come may have come. */
export const wait: Act = ({ world, random }) => {
  const hours = 1 + random.below(40);
  world.advance(hours * HOUR_MS);
  return Promise.resolve(`${hours} hours pass`);
};

/** The program is to end at some change of its disk to come. */
export const arm: Act = ({ world, side, random }) => {
  if (world.disk.isArmed(side.folder)) return Promise.resolve('is about to end already');
  const changes = random.below(random.oneIn(3) ? 120 : 30);
  world.disk.endAfter(side.folder, changes);
  return Promise.resolve(`is to end after ${changes} changes of its disk`);
};

/** A question is answered, one way or the other. */
export const answer: Act = async (turn) => {
  const { side, random, world } = turn;
  const questions = (await look(turn, () => side.client.listSyncConflicts({}))) ?? [];
  const open = questions.filter(({ isPending }) => !isPending);
  if (open.length === 0) return 'has no question to answer';
  const { id, kind, path, postId } = random.pick(open);
  const keep = random.pick(['ours', 'theirs'] as const);
  const sides = await look(turn, () => side.client.getSyncConflict({ id }));
  const now = postId === null ? null : await look(turn, () => side.client.getEditablePost({ id: postId }));
  const asked = await ask(turn, 'answering', {
    work: () => side.client.resolveSyncConflict({ id, keep }),
    refusals: ['not-found', 'slug-taken', 'invalid'],
  });
  // Whoever answers has both before him.
  if ('value' in asked || asked.refused === 'ended') {
    const seen = marksIn(JSON.stringify([sides, now]));
    world.memory.takeAway(seen);
    if (keep === 'theirs' && postId !== null) world.memory.release(postId, seen, world.now());
  }
  return told(asked, `answers ${kind} of ${path}: ${keep}`);
};

export const settings: Act = async (turn) => {
  const { side, number, random } = turn;
  if (random.oneIn(2)) {
    const found = await look(turn, () => side.client.getSite({}));
    if (found === null) return 'finds no settings';
    const site = { ...found.site, brand: { ...found.site.brand, name: `Marque ${number}` } };
    const asked = await ask(turn, 'changing site.yml', {
      work: () => side.client.updateSite({ site, revision: found.revision }),
      refusals: ['conflict'],
    });
    return told(asked, 'changes site.yml');
  }
  const found = await look(turn, () => side.client.getCapacitySettings({}));
  if (found === null) return 'finds no settings';
  const capacity = { ...found.capacity, waitlistCount: String(number) };
  const asked = await ask(turn, 'changing capacity.yml', {
    work: () => side.client.updateCapacitySettings({ capacity, revision: found.revision }),
    refusals: ['conflict'],
  });
  return told(asked, 'changes capacity.yml');
};

/** A picture is added, or one is taken out with all that shows it. */
export const pictures: Act = async (turn) => {
  const { side, random, number } = turn;
  const images = (await look(turn, () => side.client.listImages({}))) ?? [];
  if (images.length > 0 && random.oneIn(3)) {
    const { id, filename } = random.pick(images);
    if (random.oneIn(2)) {
      const name = `autre-nom-${number}`;
      const asked = await ask(turn, 'renaming an image', {
        work: () => side.client.renameImage({ id, name }),
        refusals: ['not-found', 'conflict'],
      });
      return told(asked, `renames ${filename} to ${name}`);
    }
    const asked = await ask(turn, 'deleting an image', {
      work: () => side.client.deleteImage({ id }),
      refusals: ['not-found', 'conflict'],
    });
    return told(asked, `deletes ${filename}`);
  }
  const bytes = await plainImage(40, 30, `#10${String((number % 90) + 10)}40`)
    .png()
    .toBuffer();
  const image = { filename: `image-${number}.png`, bytes: new Uint8Array(bytes) };
  const uploaded = await ask(turn, 'uploading', { work: () => side.client.uploadImage({ image }) });
  const post = 'value' in uploaded ? await somePost(turn) : null;
  if (!('value' in uploaded) || post === null) return told(uploaded, `adds image-${number}.png`);
  const { id, slug } = post;
  const { revision } = isDesk(side) ? newestOf(post) : post;
  const asked = await ask(turn, 'showing an image', {
    work: () => side.client.updatePost({ id, revision, coverImage: uploaded.value.url }),
    refusals: ['conflict', 'not-found', 'slug-taken'],
  });
  return told(asked, `adds image-${number}.png and shows it in ${slug}`);
};

/** Another program writes in a file of a desktop's folder. */
export const writeFile: Act = async (turn) => {
  const { side, world } = turn;
  if (!isDesk(side)) return push(turn);
  const file = await fileOfPost(turn, side.articles);
  if (file === null) return 'another program finds no file';
  writeAsAnother(join(side.articles, file.path), editFile(turn, file, { by: side.name }));
  world.written.push({ side: side.name, path: file.path, id: file.id, mark: turn.mark });
  const words = `another program writes in ${file.path}`;
  return turn.random.oneIn(3) ? words : `${words}; ${await lookAtFiles(turn)}`;
};

/** The window gets the focus: what other programs wrote is taken up. */
export const lookAtFiles: Act = async (turn) => {
  const { side, world } = turn;
  if (!isDesk(side)) return wait(turn);
  const asked = await ask(turn, 'looking at the files', {
    work: () => side.host.lookOutside({}),
    refusals: ['conflict'],
  });
  await noteTaken(turn, side);
  const left = 'value' in asked ? asked.value.left.filter(({ isClash }) => isClash) : [];
  const [clash] = left;
  if (clash === undefined || !turn.random.oneIn(2)) return told(asked, 'looks at the files');
  const sides = await look(turn, () => side.host.getOutsideSides({ path: clash.path }));
  if (sides === null) return 'looks at the files';
  const keep = turn.random.pick(['file', 'branch'] as const);
  const resolved = await ask(turn, 'resolving a file', {
    work: () => side.host.resolveOutside({ path: clash.path, keep, file: sides.file }),
    refusals: ['conflict', 'not-found'],
  });
  if ('value' in resolved || resolved.refused === 'ended')
    world.memory.takeAway(marksIn(JSON.stringify(sides)));
  await noteTaken(turn, side);
  return told(resolved, `resolves ${clash.path}: ${keep}`);
};

/** What the article says by now is kept, and no longer only a file's. */
async function noteTaken(turn: Turn, side: Desk): Promise<void> {
  const { world } = turn;
  for (const file of world.written.filter((one) => one.side === side.name)) {
    const post = await look(turn, () => side.client.getEditablePost({ id: file.id }));
    if (post === null || !(post.content + (post.pending?.content ?? '')).includes(file.mark)) continue;
    world.memory.keep([file.mark]);
    world.written.splice(world.written.indexOf(file), 1);
  }
}

/** Somebody commits a file in a desktop's folder with git. */
export const commitInFolder: Act = async (turn) => {
  const { side, world } = turn;
  if (!isDesk(side)) return push(turn);
  const { articles } = side;
  const file = await fileOfPost(turn, articles);
  if (file === null) return 'git finds no file';
  const before = world.git(articles, ['rev-parse', 'HEAD']);
  writeAsAnother(join(articles, file.path), editFile(turn, file, { by: side.name }));
  const commit = ['commit', '--quiet', '--only', '--message', 'À la main', '--', file.path];
  if (!gitDoes(world, articles, ['add', '--', file.path]) || !gitDoes(world, articles, commit))
    return `git is refused a commit of ${file.path}`;
  const head = world.git(articles, ['rev-parse', `refs/heads/${FOLDER_BRANCH}`]);
  if (head === before) return `git commits nothing of ${file.path}`;
  world.memory.keep([turn.mark]);
  await ask(turn, 'looking at the files', { work: () => side.host.lookOutside({}), refusals: ['conflict'] });
  return `git commits ${file.path}`;
};

/** The operator fetches in a clone, changes, adds, moves or removes an article, and pushes. */
export const push: Act = async (turn) => {
  const { world, random, mark, number } = turn;
  const { operator, git, memory } = world;
  const url = world.upstream ?? world.remote.url;
  const by = world.upstream === null ? 'site' : 'upstream';
  if (!gitDoes(world, operator, ['fetch', '--quiet', url, 'main'])) return 'the operator cannot fetch';
  git(operator, ['reset', '--quiet', '--hard', 'FETCH_HEAD']);
  const file = await fileOfPost(turn, operator);
  const kind =
    file === null ? 'adds' : random.pick(['changes', 'changes', 'changes', 'adds', 'moves', 'removes']);
  let path = file?.path ?? '';
  if (file === null || kind === 'adds') {
    path = `posts/2026/pousse-${number}.md`;
    mkdirSync(dirname(join(operator, path)), { recursive: true });
    const isPublished = random.oneIn(2);
    const text = `---\nid: ${idOf(number)}\ntitle: Poussé ${number}\npublished: 2026-01-05T08:00:00.000Z\nisPublished: ${isPublished}\n---\n${markedSentence(random, mark)}\n`;
    memory.write(mark, { post: idOf(number), by });
    memory.noteDraft([mark]);
    if (isPublished) memory.release(idOf(number), [mark], world.now());
    writeFileSync(join(operator, path), text);
  } else if (kind === 'changes')
    writeFileSync(join(operator, path), editFile(turn, file, { by, isCommitted: true }));
  else {
    const text = readFileSync(join(operator, path), 'utf8');
    rmSync(join(operator, path));
    // From the articles to the pages, now and then.
    const folder = number % 3 === 0 ? 'pages' : 'posts/2025';
    if (kind === 'moves') {
      mkdirSync(join(operator, folder), { recursive: true });
      writeFileSync(join(operator, `${folder}/deplace-${number}.md`), text);
    } else memory.takeAway(marksIn(text));
  }
  git(operator, ['add', '--all']);
  git(operator, ['commit', '--quiet', '--message', `Opérateur ${number}`]);
  if (!gitDoes(world, operator, ['push', '--quiet', url, 'HEAD:main']))
    return 'the operator is refused a push';
  memory.keep([mark]);
  memory.unhide();
  await world.site.notice();
  return `the operator ${kind} ${path} and pushes`;
};

/** Beside programs that act by themselves git may find a lock, another commit, or nobody; whether it did what was asked. */
function gitDoes({ git, isOrdered }: World, cwd: string, args: readonly string[]): boolean {
  try {
    git(cwd, args);
    return true;
  } catch (error) {
    if (isOrdered) throw error;
    return false;
  }
}

interface PostFile {
  readonly path: string;
  readonly id: string;
  readonly text: string;
}

/** One of the articles' files of a folder, the odd ones left out. */
async function fileOfPost(turn: Turn, folder: string): Promise<PostFile | null> {
  const names = TEXT_FOLDERS.filter((name) => existsSync(join(folder, name)))
    .flatMap((name) =>
      readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).map((file) => `${name}/${file}`),
    )
    .sort();
  const files = names.flatMap((name): PostFile[] => {
    if (!name.endsWith('.md') || /article-\d+\.md$/.test(name)) return [];
    const text = readFileSync(join(folder, name), 'utf8');
    const id = /^id: (\S+)$/m.exec(text)?.[1];
    return id === undefined ? [] : [{ path: name, id, text }];
  });
  return Promise.resolve(files.length === 0 ? null : turn.random.pick(files));
}

/** The file with one more or another sentence; what is committed so is for readers, when the article is. */
function editFile(
  { world, random, mark }: Turn,
  { id, text }: PostFile,
  { by, isCommitted = false }: { readonly by: PlaceName; readonly isCommitted?: boolean },
): string {
  const at = text.indexOf('\n---\n') + '\n---\n'.length;
  const body = edited(random, text.slice(at), mark);
  world.memory.write(mark, { post: id, by });
  world.memory.noteDraft([mark]);
  const there = new Set(marksIn(body));
  world.memory.takeAway(marksIn(text).filter((one) => !there.has(one)));
  if (isCommitted && /^isPublished: true$/m.test(text)) {
    const published = /^published: (\S+)$/m.exec(text)?.[1] ?? null;
    world.memory.release(id, marksIn(body), momentOf(world, published));
  }
  return text.slice(0, at) + body;
}

function idOf(number: number): string {
  return `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
}

/** What a reader must not see is a fault at once. */
export async function lookAsReaders(world: World, known: Map<string, readonly string[]>): Promise<void> {
  for (const { id, revision, title, content } of await world.site.readers()) {
    const marks = known.get(revision) ?? marksIn(await content());
    known.set(revision, marks);
    for (const mark of marks) {
      const why = world.memory.whyUnseen(mark, world.now());
      if (why !== null)
        world.faults.push({ promise: 'hidden', text: `readers see ${mark} of « ${title} »: ${why}` });
    }
    const gone = world.memory.hidden().get(id);
    if (gone !== undefined)
      world.faults.push({ promise: 'hidden', text: `readers see « ${title} », which was ${gone}` });
  }
}
