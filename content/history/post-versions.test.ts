import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createObjectStore, type ObjectStore } from '#content/git/objects/objects.ts';
import { type ContentHistory, createContentHistory } from '#content/testing/content-history.ts';
import { postText, testId } from '#content/testing/posts.ts';
import { git } from '#content/testing/temporary-repository.ts';
import { createHistoryIndex } from './history-index.ts';
import { postVersions } from './post-versions.ts';

let history: ContentHistory;
let objects: ObjectStore;
beforeEach(() => {
  history = createContentHistory();
  objects = createObjectStore({ gitDir: history.path });
});
afterEach(() => {
  objects.close();
  history.remove();
});

/** Commits and paths of the versions of post 1, whose file is at `file` in the commit. */
async function versions(commit: string, file: string, id = testId(1)): Promise<readonly string[]> {
  const onError = (error: unknown) => expect(error).toBe(null);
  const index = createHistoryIndex({
    gitDir: history.path,
    objects,
    file: path.join(history.path, 'index-of-history'),
    onError,
  });
  const found = await postVersions({
    index: await index.at(commit),
    objects,
    id,
    paths: [file],
  });
  return found.map((version) => `${version.commit} ${version.path}`);
}

const UN = 'posts/2025/un.md';
const DEUX = 'posts/2025/deux.md';

describe('postVersions', () => {
  it('lists each content once, newest first, other posts left out', async () => {
    const first = history.commit({ [UN]: postText(1, 'Un'), [DEUX]: postText(2, 'Deux') });
    const second = history.commit({ [UN]: postText(1, 'Un bis') });
    const third = history.commit({ [DEUX]: postText(2, 'Deux bis') });
    expect(await versions(third, UN)).toEqual([`${second} ${UN}`, `${first} ${UN}`]);
  });

  it.each([
    ['before 1970', '-86400 +0000'],
    ['that is none', ''],
    ['of the year 5138', '99999999999 +0000'],
  ])('goes on past a commit with a date %s', async (_, date) => {
    const first = history.commit({ [UN]: postText(1, 'Un') });
    const second = history.commit({ [UN]: postText(1, 'Un bis') });
    const input = history
      .git(['cat-file', 'commit', second])
      .replaceAll(/^(author|committer) (.*>).*$/gm, `$1 $2 ${date}`.trimEnd());
    const odd = git(['hash-object', '-t', 'commit', '-w', '--stdin', '--literally'], {
      cwd: history.path,
      input: `${input}\n`,
    });
    const third = history.commit({ [UN]: postText(1, 'Un ter') }, [odd]);
    expect(await versions(third, UN)).toEqual([third, odd, first].map((commit) => `${commit} ${UN}`));
  });

  it('follows changes of address, with or without a change of text', async () => {
    const first = history.commit({ [UN]: postText(1, 'Un'), 'posts/autre.md': postText(3, 'Autre') });
    const second = history.commit({ [UN]: null, [DEUX]: postText(1, 'Un'), 'posts/autre.md': null });
    const third = history.commit({ [DEUX]: null, 'posts/2026/trois.md': postText(1, 'Trois') });
    expect(await versions(third, 'posts/2026/trois.md')).toEqual([
      `${third} posts/2026/trois.md`,
      `${second} ${DEUX}`,
      `${first} ${UN}`,
    ]);
  });

  it('goes on with what a post was before it was deleted and came back beside its address', async () => {
    const first = history.commit({ [UN]: postText(1, 'Un') });
    const second = history.commit({ [UN]: null, 'posts/2026/un.md': postText(1, 'Un déplacé') });
    history.commit({ 'posts/2026/un.md': null });
    history.commit({ 'posts/2026/un.md': postText(5, 'Une autre') });
    const third = history.commit({ 'posts/2026/un-2.md': postText(1, 'Un revenu') });
    expect(await versions(third, 'posts/2026/un-2.md')).toEqual([
      `${third} posts/2026/un-2.md`,
      `${second} posts/2026/un.md`,
      `${first} ${UN}`,
    ]);
    expect(await versions(third, 'posts/2026/un.md', testId(5))).toHaveLength(1);
  });

  it.each([
    ['bilan-2026', 'bilan-2026-2'],
    ['bilan-2026-2', 'bilan-2026-2-2'],
  ])('goes on where the address that it had ends in a number: %s, then %s', async (before, after) => {
    const first = history.commit({ [`posts/2026/${before}.md`]: postText(1, 'Un') });
    history.commit({ [`posts/2026/${before}.md`]: null });
    const second = history.commit({ [`posts/2026/${after}.md`]: postText(1, 'Un revenu') });
    expect(await versions(second, `posts/2026/${after}.md`)).toEqual([
      `${second} posts/2026/${after}.md`,
      `${first} posts/2026/${before}.md`,
    ]);
  });

  it('follows a file without an id that was moved as it was', async () => {
    const text = '---\ntitle: Sans identité\n---\nTexte.\n';
    const first = history.commit({ [UN]: text });
    const second = history.commit({ [UN]: null, [DEUX]: text });
    expect(await versions(second, DEUX, testId(9))).toEqual([`${second} ${DEUX}`, `${first} ${UN}`]);
  });

  it('keeps the histories of two posts apart that had one address one after the other', async () => {
    const first = history.commit({ [UN]: postText(1, 'Un') });
    const moved = history.commit({ [UN]: null, [DEUX]: postText(1, 'Un') });
    const taken = history.commit({ [UN]: postText(2, 'Nouveau') });
    const last = history.commit({ [UN]: postText(2, 'Nouveau bis'), [DEUX]: postText(1, 'Un bis') });
    expect(await versions(last, UN, testId(2))).toEqual([`${last} ${UN}`, `${taken} ${UN}`]);
    expect(await versions(last, DEUX)).toEqual([`${last} ${DEUX}`, `${moved} ${DEUX}`, `${first} ${UN}`]);
  });

  it('goes on past a deletion when the same post came back', async () => {
    const first = history.commit({ [UN]: postText(1, 'Un') });
    history.commit({ [UN]: null });
    const back = history.commit({ [UN]: postText(1, 'Un revenu') });
    expect(await versions(back, UN)).toEqual([`${back} ${UN}`, `${first} ${UN}`]);
  });

  it('shows what both sides of a merge wrote, and the merge when it made something else', async () => {
    const base = history.commit({ [UN]: postText(1, 'Un'), [DEUX]: postText(2, 'Deux') });
    const ours = history.commit({ [UN]: postText(1, 'Nous') }, [base]);
    const theirs = history.commit({ [UN]: postText(1, 'Eux') }, [base]);
    const merge = history.commit({ [UN]: postText(1, 'Nous et eux') }, [ours, theirs]);
    expect(await versions(merge, UN)).toEqual([merge, theirs, ours, base].map((id) => `${id} ${UN}`));
    const side = history.commit({ [DEUX]: postText(2, 'Deux bis') }, [base]);
    const joined = history.commit({ [DEUX]: postText(2, 'Deux bis') }, [merge, side]);
    expect(await versions(joined, DEUX, testId(2))).toEqual([`${side} ${DEUX}`, `${base} ${DEUX}`]);
  });

  it('begins with today’s text when a merge kept the older of two', async () => {
    const base = history.commit({ [UN]: postText(1, 'Un') });
    const ours = history.commit({ [UN]: postText(1, 'Nous') }, [base]);
    const theirs = history.commit({ [UN]: postText(1, 'Eux') }, [base]);
    const merge = history.commit({ [UN]: postText(1, 'Nous') }, [ours, theirs]);
    expect(await versions(merge, UN)).toEqual([merge, theirs, ours, base].map((id) => `${id} ${UN}`));
  });

  it('follows an address that one side changed while the other wrote', async () => {
    const base = history.commit({ [UN]: postText(1, 'Un') });
    const moved = history.commit({ [UN]: null, [DEUX]: postText(1, 'Un') }, [base]);
    const written = history.commit({ [UN]: postText(1, 'Un bis') }, [base]);
    const merge = history.commit({ [DEUX]: postText(1, 'Un bis') }, [moved, written]);
    expect(await versions(merge, DEUX)).toEqual([
      `${merge} ${DEUX}`,
      `${written} ${UN}`,
      `${moved} ${DEUX}`,
      `${base} ${UN}`,
    ]);
  });

  it('keeps two posts apart that two sides put at one address, and follows the one that a merge moved', async () => {
    const base = history.commit({ 'site.yml': 'un' });
    const ours = history.commit({ [UN]: postText(1, 'Nous') }, [base]);
    const again = history.commit({ [UN]: postText(1, 'Nous bis') }, [ours]);
    const theirs = history.commit({ [UN]: postText(2, 'Eux') }, [base]);
    const beside = 'posts/2025/un-2.md';
    const merge = history.commit({ [UN]: postText(2, 'Eux'), [beside]: postText(1, 'Nous bis') }, [
      again,
      theirs,
    ]);
    expect(await versions(merge, UN, testId(2))).toEqual([`${theirs} ${UN}`]);
    expect(await versions(merge, beside)).toEqual([`${merge} ${beside}`, `${again} ${UN}`, `${ours} ${UN}`]);
  });

  it('lists the versions that merges made by the git program brought', async () => {
    const base = history.commit({ [UN]: `${postText(1, 'Un')}\na\n\nb\n\nc\n` });
    const ours = history.commit({ [UN]: `${postText(1, 'Un')}\nA\n\nb\n\nc\n` }, [base]);
    const theirs = history.commit({ [UN]: `${postText(1, 'Un')}\na\n\nb\n\nC\n` }, [base]);
    const tree = history.git(['merge-tree', '--write-tree', ours, theirs]);
    const merge = history.git(['commit-tree', tree, '-p', ours, '-p', theirs, '-m', 'Fusion']);
    const found = await versions(merge, UN);
    expect(found).toEqual([merge, theirs, ours, base].map((id) => `${id} ${UN}`));
  });
});
