import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportState, PlannedText } from '#content/contract/import-operations.ts';
import type { EditablePost } from '#content/contract/posts-operations.ts';
import { type WxrPost, wxr } from '#content/testing/wxr.ts';
import { WANTED } from './addresses.ts';
import { markedSentence, marksIn } from './marks.ts';
import { type Act, ask, isDesk, look, momentOf, postsOf, type Turn, told } from './turn.ts';
import { MOST_POSTS } from './writing.ts';

/** What is not going on any more. */
const RESTING: readonly string[] = [
  'uploading',
  'planned',
  'refused',
  'stopped',
  'done',
  'published',
  'undone',
];
/** How long until an import is looked at again, in milliseconds. */
const LOOK_MS = 10;
/** The disk that ends is Encrier's (failing-disk.ts), not that of whoever saves the export. */
const writeExport = writeFileSync;

/** The old blog says something else by now; all that it says is imported, for the first time or again. */
export const importOldBlog: Act = async (turn) => {
  const { world, side, random, number } = turn;
  if ((await postsOf(turn)).length >= MOST_POSTS) return 'has enough articles';
  const words = changeOldBlog(turn);
  const file = join(world.operator, '..', `export-${number}.xml`);
  writeExport(file, wxr(world.oldBlog));
  const begun = await ask(turn, 'importing', { work: () => side.importFrom(file), refusals: ['done'] });
  if (!('value' in begun)) return told(begun, words);
  const { id } = begun.value;
  const read = await rest(turn, id);
  if (read?.state !== 'planned') return `${words}, which ends as ${read?.state ?? 'nobody knows'}`;
  const takesChanged = random.oneIn(2);
  if (takesChanged)
    for (const post of await postsOfImport(turn, id, ['changed'])) world.memory.takeAway(marksOf(post));
  const started = await ask(turn, 'starting an import', {
    work: () => side.client.startImport({ id, takesChanged }),
  });
  if (!('value' in started)) return told(started, words);
  const ended = await rest(turn, id);
  await noteImported(turn, id);
  if (ended !== null && ended.state !== 'done')
    fail(turn, `an import ended as ${ended.state}: ${ended.reason}`);
  return `${words}${takesChanged ? ', with what changed there' : ''}`;
};

export const publishImport: Act = async (turn) => {
  const { side, world } = turn;
  const found = await someImport(turn, ['done', 'published']);
  if (found === null) return 'has no import to publish';
  for (const post of await postsOfImport(turn, found.id)) {
    const { isPublished, published } = post.pending ?? post;
    if (isPublished) world.memory.release(post.id, marksOf(post), momentOf(world, published));
  }
  const asked = await ask(turn, 'publishing an import', { work: () => side.client.publishImport(found) });
  const ended = await rest(turn, found.id);
  if (ended?.state === 'published') world.memory.unhide();
  return told(asked, `publishes an import, which is ${ended?.state ?? 'nobody knows'}`);
};

/** An import is taken back, as far as nobody changed what it brought. */
export const undoImport: Act = async (turn) => {
  const { side, world } = turn;
  const found = await someImport(turn, ['stopped', 'done', 'published']);
  if (found === null) return 'has no import to undo';
  const before = await postsOfImport(turn, found.id, ['new']);
  for (const post of before) world.memory.takeAway(marksOf(post));
  const asked = await ask(turn, 'undoing an import', { work: () => side.client.undoImport(found) });
  const ended = await rest(turn, found.id);
  if (ended?.state === 'undone' && !isDesk(side)) {
    const there = new Set((await postsOf(turn)).map(({ id }) => id));
    for (const { id } of before) if (!there.has(id)) world.memory.hide(id, 'taken back');
  }
  return told(asked, `undoes an import, which is ${ended?.state ?? 'nobody knows'}`);
};

/** A text more, or another one of a text that is there. */
function changeOldBlog({ world, side, random, mark, number }: Turn): string {
  const { oldBlog, memory } = world;
  memory.write(mark, { post: mark, by: side.name });
  const content = `<p>${markedSentence(random, mark)}</p>\n<p>Une fin de l’ancien blog.</p>`;
  const at = random.below(oldBlog.length + 1);
  const former = random.oneIn(2) ? oldBlog[at] : undefined;
  if (former !== undefined) {
    oldBlog[at] = { ...former, content };
    return `imports the old blog, where ${former.slug} changed`;
  }
  const fresh: WxrPost = {
    id: number + 1,
    title: `Ancien ${number}`,
    content,
    slug: random.oneIn(3) ? random.pick(WANTED) : `ancien-${number}`,
    status: random.oneIn(3) ? 'draft' : 'publish',
    type: random.oneIn(3) ? 'page' : 'post',
  };
  oldBlog.push(fresh);
  return `imports the old blog, where the ${fresh.type} ${fresh.slug} is new`;
}

/** How an import stands once nothing is done for it; null when nobody answers any more. */
async function rest(turn: Turn, id: string): Promise<ImportState | null> {
  const state = await look(turn, () => turn.side.client.getImport({ id }));
  if (state === null || RESTING.includes(state.state)) return state;
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  return rest(turn, id);
}

/** What is there of an import's texts, those of some fates alone or all. */
async function postsOfImport(
  turn: Turn,
  id: string,
  fates?: readonly PlannedText['fate'][],
): Promise<readonly EditablePost[]> {
  const { client } = turn.side;
  const found = await look(turn, () => client.listImportTexts({ id }));
  const posts: EditablePost[] = [];
  for (const { postId, fate } of found?.texts ?? []) {
    if (fates?.includes(fate) === false) continue;
    const post = await look(turn, () => client.getEditablePost({ id: postId }));
    if (post !== null) posts.push(post);
  }
  return posts;
}

/** What an import wrote of the old blog is kept: it stands in the articles, before whoever imported it. */
async function noteImported(turn: Turn, id: string): Promise<void> {
  const { memory, oldBlog } = turn.world;
  const said = new Set(oldBlog.flatMap(({ content }) => marksIn(content)));
  for (const post of await postsOfImport(turn, id)) {
    const imported = marksOf(post).filter((mark) => said.has(mark));
    for (const mark of imported) memory.know(mark, post.id);
    memory.noteDraft(imported);
    memory.keepAt(turn.side.name, imported);
  }
}

async function someImport(
  turn: Turn,
  states: readonly ImportState['state'][],
): Promise<{ readonly id: string } | null> {
  const imports = await look(turn, () => turn.side.client.listImports({}));
  const fitting = (imports ?? []).filter(({ state }) => states.includes(state));
  return fitting.length === 0 ? null : { id: turn.random.pick(fitting).id };
}

function marksOf(post: EditablePost): readonly string[] {
  return marksIn(post.content + (post.pending?.content ?? ''));
}

function fail({ world, side }: Turn, text: string): void {
  if (!world.disk.hasEnded(side.folder))
    world.faults.push({ promise: 'answers', text: `${side.name}: ${text}` });
}
