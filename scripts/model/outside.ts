import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { TEXT_FOLDERS } from '#content/model/paths.ts';
import { wait } from './around.ts';
import { FOLDER_BRANCH } from './form.ts';
import { edited, markedSentence, marksIn } from './marks.ts';
import type { Desk, PlaceName } from './side.ts';
import { type Act, ask, isDesk, look, momentOf, type Turn, told } from './turn.ts';
import type { World } from './world.ts';

/** The disk that ends is Encrier's (failing-disk.ts), not that of other programs. */
const writeAsAnother = writeFileSync;

/** Another program writes in a file of a desktop's folder. */
export const writeFile: Act = async (turn) => {
  const { side, world } = turn;
  if (!isDesk(side)) return push(turn);
  const file = fileOfPost(turn, side.articles);
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
  const left = 'value' in asked ? asked.value.left.filter(({ kind }) => kind === 'clash') : [];
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
  const file = fileOfPost(turn, articles);
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
  const { operator, memory } = world;
  const by = world.upstream === null ? 'site' : 'upstream';
  if (!fetchesMain(world)) return 'the operator cannot fetch';
  const file = fileOfPost(turn, operator);
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
  if (!(await pushesAll(turn))) return 'the operator is refused a push';
  memory.keep([mark]);
  return `the operator ${kind} ${path} and pushes`;
};

/** The operator takes one of the last commits back, and pushes. */
export const revert: Act = async (turn) => {
  const { world, random } = turn;
  const { operator, git, memory } = world;
  if (!fetchesMain(world)) return 'the operator cannot fetch';
  const log = ['log', '--first-parent', '--min-parents=1', '--max-parents=1', '-20', '--format=%H %s'];
  const commits = git(operator, log).split('\n').filter(Boolean);
  if (commits.length === 0) return 'the operator finds nothing to take back';
  const [commit = '', ...subject] = random.pick(commits).split(' ');
  const words = `what « ${subject.join(' ')} » did`;
  try {
    git(operator, ['revert', '--no-commit', commit]);
  } catch {
    return `the operator cannot take back ${words}`;
  }
  const changed = (...args: readonly string[]): readonly string[] =>
    git(operator, ['diff', '--cached', '--name-only', '--no-renames', '-z', ...args])
      .split('\0')
      .filter(Boolean);
  // Other texts may show the pictures that came with it.
  const pictures = changed('--diff-filter=D', 'HEAD', '--', 'images');
  if (pictures.length > 0) git(operator, ['checkout', '--quiet', 'HEAD', '--', ...pictures]);
  const paths = changed('HEAD').filter((path) => path.endsWith('.md'));
  const files = filesIn(operator);
  const isTwice = (keys: readonly string[]): boolean => new Set(keys).size < keys.length;
  if ([files.map(({ id }) => id), files.map(({ path }) => basename(path))].some(isTwice))
    return `the operator sees that one article would be there twice without ${words}`;
  const there = new Set<string>();
  for (const path of paths) {
    if (!existsSync(join(operator, path))) continue;
    const text = readFileSync(join(operator, path), 'utf8');
    for (const mark of marksIn(text)) there.add(mark);
    noteReleased(world, text);
  }
  if (!(await pushesAll(turn))) return 'the operator is refused a push';
  const was = paths.flatMap((path) => marksIn(fileAt(world, `HEAD^:${path}`)));
  memory.takeAway(was.filter((mark) => !there.has(mark)));
  return `the operator takes back ${words}, and pushes`;
};

/** The operator's clone has what is published, and nothing else. */
function fetchesMain(world: World): boolean {
  const { operator, git } = world;
  const isThere = gitDoes(world, operator, ['fetch', '--quiet', world.upstream ?? world.remote.url, 'main']);
  if (isThere) git(operator, ['reset', '--quiet', '--hard', 'FETCH_HEAD']);
  return isThere;
}

/** Whether a commit of all that is in the operator's clone was taken. */
async function pushesAll({ world, number }: Turn): Promise<boolean> {
  const { operator, git } = world;
  git(operator, ['add', '--all']);
  git(operator, ['commit', '--quiet', '--allow-empty', '--message', `Opérateur ${number}`]);
  const url = world.upstream ?? world.remote.url;
  if (!gitDoes(world, operator, ['push', '--quiet', url, 'HEAD:main'])) return false;
  world.memory.unhide();
  await world.site.notice();
  return true;
}

/** Of a file that is not there nothing. */
function fileAt({ operator, git }: World, name: string): string {
  try {
    return git(operator, ['show', name]);
  } catch {
    return '';
  }
}

/** What a commit of git has on the published branch is for readers, when its article is. */
function noteReleased(world: World, text: string): void {
  const id = idIn(text);
  if (id === undefined || !/^isPublished: true$/m.test(text)) return;
  const published = /^published: (\S+)$/m.exec(text)?.[1] ?? null;
  world.memory.release(id, marksIn(text), momentOf(world, published));
}

function idIn(text: string): string | undefined {
  return /^id: (\S+)$/m.exec(text)?.[1];
}

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

/** One of the articles' files of a folder. */
function fileOfPost({ random }: Turn, folder: string): PostFile | null {
  const files = filesIn(folder);
  return files.length === 0 ? null : random.pick(files);
}

/** The articles' files of a folder, the odd ones left out. */
function filesIn(folder: string): readonly PostFile[] {
  const names = TEXT_FOLDERS.filter((name) => existsSync(join(folder, name)))
    .flatMap((name) =>
      readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).map((file) => `${name}/${file}`),
    )
    .sort();
  return names.flatMap((name): PostFile[] => {
    if (!name.endsWith('.md') || /article-\d+\.md$/.test(name)) return [];
    const text = readFileSync(join(folder, name), 'utf8');
    const id = idIn(text);
    return id === undefined ? [] : [{ path: name, id, text }];
  });
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
  const edit = text.slice(0, at) + body;
  if (isCommitted) noteReleased(world, edit);
  return edit;
}

function idOf(number: number): string {
  return `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
}
