import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postText, testId } from '../../testing/posts.ts';
import { TEST_CALLER as me, type PostsWorkspace } from '../../testing/posts-workspace.ts';
import { startTwoMachines, type TwoMachines } from '../../testing/two-machines.ts';
import { createPostReferences } from '../post-references.ts';
import { publishPosts } from '../publishing/publish-posts.ts';

const [id, PATH] = [testId(1), 'posts/2025/un.md'];
const BODY = 'Un premier paragraphe.\n\nUn second paragraphe.\n';

let machines: TwoMachines;
let here: PostsWorkspace;
let there: PostsWorkspace;
beforeEach(async () => {
  machines = await startTwoMachines({ [PATH]: postText(1, 'Un').replace(/Texte de .*\n$/, BODY) });
  ({ here, there } = machines);
});
afterEach(() => machines.close());

type Said = Parameters<PostsWorkspace['deskPosts']['updatePost']>[0];
const save = (place: PostsWorkspace, said: Partial<Said>) => place.deskPosts.updatePost({ id, ...said }, me);

/** Many files that changed in the folder, taken up in one commit. */
function takeInMany({ git, pending }: PostsWorkspace): Promise<void> {
  const text = `${git('show', `travail:${PATH}`)}\n\nUn chapitre.\n`;
  return pending.change(me.author, () =>
    Promise.resolve({
      changes: [{ path: PATH, bytes: Buffer.from(text) }],
      action: { kind: 'take-in-files', count: 14 },
      value: undefined,
    }),
  );
}

/** The same by a commit of git, which says nothing of posts. */
async function commitByGit(place: PostsWorkspace): Promise<void> {
  await takeInMany(place);
  const made = place.git('commit-tree', 'travail^{tree}', '-p', 'travail^', '-m', 'À la main');
  place.git('update-ref', 'refs/heads/travail', made);
}

/** What readers are told of the publication. */
async function published(place: PostsWorkspace): Promise<string> {
  await place.workspace.refresh();
  const references = createPostReferences(place.workspace, 'https://exemple.fr');
  await publishPosts(
    { workspace: place.workspace, history: place.pathIndex(), references },
    { ids: [id] },
    me,
  );
  const told = place.git('log', '-1', '--format=%B', 'main').match(/^Encrier-(?:Note|Minor): .*$/gm);
  return told?.join(', ') ?? '';
}

const minor = { content: BODY.replace('premier', '1er'), isMinor: true };
const news = { content: `${BODY}\nUn troisième paragraphe.\n`, readerNote: 'Un chapitre de plus.' };

describe('what readers are told of a text that two machines saved side by side', () => {
  it.each([
    ['the one that is news', news, minor],
    ['the one that is minor', minor, news],
  ])('is the news of either, saved first by %s', async (_, first, second) => {
    await save(here, first);
    here.at(Date.parse('2026-07-01T11:00:00.000Z'));
    there.at(Date.parse('2026-07-01T12:00:00.000Z'));
    await save(there, second);
    for (const place of [here, there, here]) await machines.sync(place);
    expect(await published(here)).toBe('Encrier-Note: Un chapitre de plus.');
  });

  it('is news where one of them was changed by hand, whichever was saved last', async () => {
    await save(here, minor);
    await commitByGit(here);
    there.at(Date.parse('2026-07-01T12:00:00.000Z'));
    await save(there, { title: 'Une', isMinor: true });
    for (const place of [here, there, here]) await machines.sync(place);
    expect(await published(here)).toBe('');
  });

  it('is nothing where both are minor', async () => {
    await save(here, minor);
    await save(there, { content: BODY.replace('second', '2e'), isMinor: true });
    for (const place of [here, there, here]) await machines.sync(place);
    expect(await published(here)).toBe('Encrier-Minor: true');
  });
});

describe.each([
  ['a commit by git', commitByGit],
  ['many files taken up at once', takeInMany],
])('what readers are told after %s', (_, change) => {
  it('is no longer what was said of what they have', async () => {
    await save(here, news);
    expect(await published(here)).toBe('Encrier-Note: Un chapitre de plus.');
    await here.pending.mergePublished();
    // What readers have is no longer that text either.
    await here.posts.updatePost({ id, title: 'Une' }, me);
    await here.pending.mergePublished();
    await change(here);
    expect(await published(here)).toBe('');
  });

  it('is news, whatever waited, with what was said of that', async () => {
    await save(here, minor);
    await change(here);
    expect(await published(here)).toBe('');
    await here.pending.mergePublished();
    await save(here, { title: 'Une', readerNote: 'Un autre titre.' });
    await change(here);
    expect(await published(here)).toBe('Encrier-Note: Un autre titre.');
  });
});
