import { fileIdAt } from '#content/git/tree-differences.ts';
import { settingsDispute, settingsNameOf } from '#content/merge/merge-settings.ts';
import { commitMessage } from '../../contract/commit-sentences.ts';
import type { Person } from '../../model/change-set.ts';
import { ContentError } from '../../model/errors.ts';
import {
  addressedAt,
  addressOfPath,
  isPagePath,
  isPostPath,
  postAddress,
  REDIRECTS_FILE,
  slugOfPath,
} from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import { indexOf } from '../../model/post-index.ts';
import { capitalized, postWords } from '../../model/post-words.ts';
import { type Snapshot, wasShown } from '../../model/snapshot.ts';
import { withAddressesEdited } from '../address-edits.ts';
import { mendingLost } from '../images/image-changes.ts';
import { checkReadable, checkSlugFree, takenAddresses } from '../posts/find-post.ts';
import { readVersion, tryReadVersion } from '../posts/post-version.ts';
import { commitPosts } from '../posts/write-post.ts';
import { editedRedirects } from '../redirects.ts';
import { authorView } from '../waiting/author-view.ts';
import { keepVersion, newestVersion, situationOf } from '../waiting/pending-keeping.ts';
import type { Plan } from '../waiting/work-branch.ts';
import type { Workspace } from '../workspace.ts';
import type { OpenQuestion, Questions } from './questions.ts';
import type { FileAt } from './tree-sides.ts';

/** An author's answer: `ours` keeps what is served, `theirs` takes the other side. */
interface Answer {
  readonly question: OpenQuestion;
  readonly keep: 'ours' | 'theirs';
  /** Of settings: the values that are theirs. */
  readonly fields: readonly string[];
  readonly author: Person;
}

/**
 * Does what an answer says, in one commit that says so; where what is served is what was chosen, in one that changes nothing. A post that
 * goes to another address, or away, leaves a line in redirects.yml as every such change does, and so does the address that was not
 * chosen: readers of the other side may know it. Throws ContentError 'slug-taken' when another post has the chosen address now, 'not-found' when
 * the chosen text was purged.
 */
export async function resolveQuestion(
  {
    workspace,
    questions,
  }: { readonly workspace: Workspace; readonly questions: Pick<Questions, 'isResolved'> },
  answer: Answer,
): Promise<void> {
  const { question, author } = answer;
  const { id: resolves, path } = question;
  if (!isPostPath(path)) await resolveFile(workspace, answer);
  else if (await isOfWaiting(workspace, question)) await resolveWaiting(workspace, answer);
  else {
    await workspace.write(async (snapshot) => {
      const { postId, kind } = question;
      const before = snapshot.posts.find((post) =>
        postId === null ? post.path === path : post.id === postId,
      );
      if (before === undefined) checkTextKept(answer);
      // Deleted, or given another address again, meanwhile: that was the answer.
      if (before === undefined || (kind === 'renamed' && before.path !== path)) return;
      await resolvePost(workspace, snapshot, { ...answer, before });
    });
  }
  await workspace.write(async (snapshot) => {
    if (await questions.isResolved(resolves)) return;
    const message = commitMessage({ kind: 'answer', path, resolves });
    await workspace.commit({ changes: [], message, author }, snapshot);
  });
}

/** Throws ContentError 'done' where the text that was chosen would be lost: that of a post that is deleted by now. */
function checkTextKept({ question: { kind, path, theirs }, keep }: Pick<Answer, 'question' | 'keep'>): void {
  if (keep === 'ours' || theirs === null || (kind !== 'text' && kind !== 'apart')) return;
  const { the, e, them } = postWords({ isPage: isPagePath(path) });
  const reason = `${capitalized(the)} a été supprimé${e}\u00a0: restaurez-${them} depuis la corbeille, puis choisissez.`;
  throw new ContentError('done', { reason });
}

/** Whether what stands while it is asked is no reader's: a text that waits, or the address of one. */
async function isOfWaiting(workspace: Workspace, question: OpenQuestion): Promise<boolean> {
  const { kind, path, postId, isPending } = question;
  if (kind === 'apart') return !isPending;
  if (kind !== 'renamed' || (await workspace.pending.waiting()).posts.get(postId ?? '')?.file.path !== path)
    return false;
  return !(await workspace.current()).posts.some((post) => post.path === path);
}

/** Their text waits in the place of ours, or ours at their address, where that is what was chosen. */
async function resolveWaiting(workspace: Workspace, { question, keep, author }: Answer): Promise<void> {
  const { postId, theirs } = question;
  if (keep === 'ours' || theirs === null || postId === null) return;
  await workspace.write(async (snapshot) => {
    const view = await authorView(workspace, snapshot);
    // Deleted meanwhile: that was the answer.
    if (!indexOf(view.snapshot.posts).byId.has(postId)) {
      checkTextKept({ question, keep });
      return;
    }
    const found = await situationOf(workspace, snapshot, postId);
    const isMoved = question.kind === 'renamed';
    if (isMoved) checkSlugFree(view.addresses, addressedAt(theirs.path), postId);
    const version = isMoved
      ? readVersion({ ...newestVersion(found), path: theirs.path })
      : readVersion({ path: found.newest.path, bytes: await textOfTheirs(workspace, theirs, view.snapshot) });
    await keepVersion(workspace, found, { version, author, isMinor: false });
  });
}

/** The other side, which only commits may still name where it was purged. */
async function readTheirs({ objects }: Workspace, { id }: FileAt): Promise<Uint8Array> {
  const object = await objects.tryRead(id);
  if (object === null) throw new ContentError('not-found', { what: 'L’autre version' });
  return object.bytes;
}

/** The same of a post; pictures that were renamed since have the names that they have now. */
async function textOfTheirs(
  workspace: Workspace,
  theirs: FileAt,
  { images }: Pick<Snapshot, 'images'>,
): Promise<Uint8Array> {
  const bytes = await readTheirs(workspace, theirs);
  const version = tryReadVersion({ path: theirs.path, bytes });
  return version === null ? bytes : withAddressesEdited(version, mendingLost(images));
}

interface PostAnswer extends Answer {
  readonly before: SnapshotPost;
}

async function resolvePost(workspace: Workspace, snapshot: Snapshot, answer: PostAnswer): Promise<void> {
  const { before, author, question, keep } = answer;
  const { id: resolves, path, theirs } = question;
  const action = { kind: 'take-theirs' as const, path, resolves };
  switch (question.kind) {
    case 'same-address':
      return;
    case 'deleted-here':
    case 'deleted-there': {
      const isRemoved = keep === (question.kind === 'deleted-here' ? 'ours' : 'theirs');
      if (!isRemoved) return;
      return commitPosts(workspace, snapshot, { posts: [{ before, after: null }], action, author });
    }
    case 'renamed': {
      if (keep === 'ours' || theirs === null) return keepAddress(workspace, snapshot, answer);
      checkReadable(snapshot, before);
      checkSlugFree(takenAddresses(snapshot), addressedAt(theirs.path), before.id);
      const after = { path: theirs.path, bytes: await workspace.read(before.revision) };
      return commitPosts(workspace, snapshot, { posts: [{ before, after }], action, author });
    }
    case 'text':
    case 'apart':
    case 'file': {
      if (keep === 'ours' || theirs === null) return;
      checkReadable(snapshot, before);
      const after = { path: before.path, bytes: await textOfTheirs(workspace, theirs, snapshot) };
      return commitPosts(workspace, snapshot, { posts: [{ before, after }], action, author });
    }
  }
}

/** Their address leads to ours, unless a post has it. */
async function keepAddress(workspace: Workspace, snapshot: Snapshot, answer: PostAnswer): Promise<void> {
  const { before, question, author } = answer;
  checkReadable(snapshot, before);
  const path = question.theirs?.path ?? before.path;
  const slug = slugOfPath(path);
  const isTaken = indexOf(snapshot.posts).bySlug.has(slug);
  if (isTaken || !wasShown(before, workspace.clock())) return;
  const { current, bytes } = await editedRedirects(workspace, snapshot, (edits) =>
    edits.moved(addressOfPath(path), postAddress(before)),
  );
  if (bytes === current) return;
  const changeSet = {
    changes: [{ path: REDIRECTS_FILE, bytes }],
    message: commitMessage({ kind: 'edit-redirects', resolves: question.id }),
    author,
  };
  await workspace.commit(changeSet, snapshot);
}

/**
 * A file that is no post: theirs as it was, when it is chosen. Of settings that both sides can read, value by value: what one
 * side alone changed is kept of both, whatever is chosen. One that waits goes on waiting.
 */
async function resolveFile(workspace: Workspace, answer: Answer): Promise<void> {
  const { author } = answer;
  const { id, path } = answer.question;
  const action = { kind: 'take-theirs', path, resolves: id } as const;
  const plan = async ({ commit }: { readonly commit: string }): Promise<Plan<undefined>> => {
    const now = await fileIdAt(workspace.objects, { commit, path });
    const bytes = now === null ? null : await chosenFile(workspace, answer, now);
    return { changes: bytes === null ? [] : [{ path, bytes }], action, value: undefined };
  };
  const waits = (await workspace.pending.waiting()).files.has(path);
  await (waits ? workspace.changeWaiting(author, plan) : workspace.change(author, plan));
}

/** What the file is to hold; null when it stays as it is. */
async function chosenFile(
  workspace: Workspace,
  { question, keep, fields }: Answer,
  now: string,
): Promise<Uint8Array | null> {
  const { path, base, theirs } = question;
  if (theirs === null) return null;
  const name = settingsNameOf(path);
  if (keep === 'ours' && (name === null || (await workspace.objects.tryRead(theirs.id)) === null))
    return null;
  const other = await readTheirs(workspace, theirs);
  const whole = keep === 'theirs' ? other : null;
  if (name === null) return whole;
  const ours = await workspace.read(now);
  const start = base === null ? null : await workspace.read(base.id);
  const dispute = settingsDispute(name, { base: start, ours, theirs: other });
  if (dispute === null) return whole;
  const all = dispute.fields.map(({ key }) => key);
  const bytes = dispute.chosen(new Set(keep === 'theirs' ? all : fields), keep);
  return Buffer.compare(bytes, ours) === 0 ? null : bytes;
}
