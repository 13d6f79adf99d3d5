import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createObjectStore, type ObjectStore } from '#content/git/objects/objects.ts';
import { type ContentHistory, createContentHistory } from '#content/testing/content-history.ts';
import { createRandom } from '#content/testing/random.ts';
import { git } from '#content/testing/temporary-repository.ts';
import { createHistoryIndex } from './history-index.ts';
import type { PathHistory } from './path-index.ts';

let history: ContentHistory;
let objects: ObjectStore;
let errors: unknown[];
beforeEach(() => {
  history = createContentHistory();
  objects = createObjectStore({ gitDir: history.path });
  errors = [];
});
afterEach(() => {
  objects.close();
  expect(history.git(['fsck', '--strict', '--no-dangling'])).toBe('');
  history.remove();
  expect(errors).toEqual([]);
});

const noGit = () => Promise.resolve(null);
const neverRead = () => Promise.reject(new Error('nothing is to be read'));
const cacheFile = () => path.join(history.path, 'history-cache');

function openIndex(git?: typeof noGit) {
  return createHistoryIndex({
    gitDir: history.path,
    objects,
    file: cacheFile(),
    onError: (error) => errors.push(error),
    ...(git === undefined ? {} : { git }),
  });
}

/** All that an index answers of a history, whatever the order it was made in. */
function contents(index: PathHistory) {
  return Object.fromEntries([...index.paths()].sort().map((name) => [name, index.changesOf(name)]));
}

/** The commits of a file by the git program, which says for merges what differs from all parents. */
function logOf(name: string): readonly string[] {
  return history.git(['log', '--full-history', '--no-merges', '--format=%H', 'main', '--', name]).split('\n');
}

const PATHS = ['posts/2025/a.md', 'posts/2024/b.md', 'posts/c.md', 'images/2025/i.jpg', 'site.yml'];

/** Commits on main, one after the other, each of which writes one file anew. */
function importCommits(
  commits: readonly { readonly date: number; readonly path: string | undefined }[],
): void {
  const lines = commits.map(({ date, path: name }, at) => {
    const text = `Texte ${at}`;
    const change = `M 100644 inline ${name}\ndata ${text.length}\n${text}`;
    const who = `committer Camille Test <camille@exemple.fr> ${date} +0100`;
    return `commit refs/heads/main\n${who}\ndata 8\nModifier\n${change}\n`;
  });
  git(['fast-import', '--quiet', '--force'], { cwd: history.path, input: lines.join('') });
}

/** A commit of chance: some files written or removed, on the branch or beside it, now and then a merge. */
function grow(seed: number, count: number): readonly string[] {
  const random = createRandom(seed);
  const commits = [history.commit({ 'site.yml': 'a' })];
  for (let number = 0; number < count; number += 1) {
    const tip = commits.at(-1) ?? '';
    const other = commits[random.below(commits.length)] ?? tip;
    const files = Object.fromEntries(
      Array.from({ length: 1 + random.below(3) }, () => [
        random.pick(PATHS),
        random.oneIn(4) ? null : `Texte ${random.below(6)}`,
      ]),
    );
    if (random.oneIn(3) && other !== tip) {
      const side = history.commit(files, [other]);
      commits.push(side, history.commit({ [random.pick(PATHS)]: `Fusion ${number}` }, [tip, side]));
    } else commits.push(history.commit(files, [tip]));
  }
  return commits;
}

describe('createHistoryIndex', () => {
  it('answers the same extended, made anew by the git program, and made anew by ourselves', async () => {
    for (const seed of [1, 2, 3]) {
      const commits = grow(seed, 14);
      const tip = commits.at(-1) ?? '';
      const extended = openIndex();
      // Side commits are no tips: from one tip to the next, several commits come at once.
      for (const commit of history
        .git(['log', '--first-parent', '--reverse', '--format=%H', tip])
        .split('\n'))
        await extended.at(commit);
      const expected = contents(await extended.at(tip));
      for (const rebuilt of [openIndex(), openIndex(noGit)]) {
        writeFileSync(cacheFile(), '');
        expect(contents(await rebuilt.at(tip))).toEqual(expected);
      }
      const touched = PATHS.filter((name) => expected[name] !== undefined);
      expect(touched.length).toBeGreaterThan(3);
      for (const name of touched) {
        const known = expected[name]?.map(({ commit }) => commit);
        expect(known).toEqual(expect.arrayContaining([...logOf(name)]));
      }
    }
  });

  it.each([
    ['log.diffMerges', 'first-parent'],
    ['log.showRoot', 'false'],
    ['log.follow', 'true'],
    ['diff.renames', 'copies'],
    ['diff.orderFile', 'absent'],
    ['format.pretty', 'oneline'],
    ['i18n.logOutputEncoding', 'UTF-16'],
  ])('answers the same whatever the repository says of its log: %s = %s', async (name, value) => {
    const tip = grow(5, 14).at(-1) ?? '';
    const expected = contents(await openIndex(noGit).at(tip));
    history.git(['config', name, value]);
    writeFileSync(cacheFile(), '');
    expect(contents(await openIndex().at(tip))).toEqual(expected);
  });

  it('is kept from one start to the next, and made anew when its file is damaged', async () => {
    const tip = grow(4, 8).at(-1) ?? '';
    const first = openIndex();
    const expected = contents(await first.at(tip));
    await first.close();
    const bytes = readFileSync(cacheFile());
    const blind = createHistoryIndex({
      gitDir: history.path,
      file: cacheFile(),
      onError: (error) => errors.push(error),
      objects: { readCommit: neverRead, readTree: neverRead, read: neverRead },
      git: neverRead,
    });
    expect(contents(await blind.at(tip))).toEqual(expected);
    const damages = [bytes.subarray(0, bytes.length - 9), Buffer.alloc(0), Buffer.from('autre chose\n')];
    const flipped = Buffer.from(bytes);
    flipped[bytes.length - 3] = (flipped[bytes.length - 3] ?? 0) ^ 1;
    for (const damaged of [...damages, flipped]) {
      writeFileSync(cacheFile(), damaged);
      expect(contents(await openIndex().at(tip))).toEqual(expected);
      expect(readFileSync(cacheFile()).equals(bytes)).toBe(true);
    }
  });

  it.each(['posts/é «x».md', 'posts/"a"\\b.md', "posts/a\tb'.md"])('reads the name %j', async (name) => {
    const quoted = `"${name.replace(/["\\]/g, '\\$&').replace('\t', '\\t')}"`;
    const tip = history.commit({ [quoted]: 'un' });
    for (const index of [openIndex(), openIndex(noGit)]) {
      expect([...(await index.at(tip)).paths()]).toEqual([name]);
      rmSync(cacheFile(), { force: true });
    }
  });

  it('says which files had some bytes, in the history that is asked for', async () => {
    const first = history.commit({ 'posts/a.md': 'un', 'images/i.jpg': 'deux' });
    const last = history.commit({ 'posts/a.md': null, 'posts/b.md': 'un' }, [first]);
    const id = history.git(['rev-parse', `${first}:posts/a.md`]);
    const index = openIndex();
    const found = async (commit: string) => [...(await index.at(commit)).pathsOf(new Set([id]))];
    expect([await found(last), await found(first)]).toEqual([
      [
        [id, 'posts/a.md'],
        [id, 'posts/b.md'],
      ],
      [[id, 'posts/a.md']],
    ]);
  });

  it('forgets commits that the branch no longer has', async () => {
    const base = history.commit({ 'posts/a.md': 'un' });
    const lost = history.commit({ 'posts/a.md': 'deux' }, [base]);
    const index = openIndex();
    expect((await index.at(lost)).changesOf('posts/a.md').map(({ commit }) => commit)).toEqual([lost, base]);
    const kept = history.commit({ 'posts/b.md': 'trois' }, [base]);
    expect((await index.at(kept)).changesOf('posts/a.md').map(({ commit }) => commit)).toEqual([base]);
    expect((await index.at(base)).changesOf('posts/b.md')).toEqual([]);
  });

  it.each([
    ['by the git program', undefined],
    ['by ourselves', noGit],
  ])('goes back to the beginning once a shallow clone was made whole, %s', async (_, program) => {
    const [A] = PATHS;
    const commits = ['un', 'deux', 'trois'].map((text) => history.commit({ [A ?? '']: text }));
    const [first = '', end = '', tip = ''] = commits;
    const known = async (index: ReturnType<typeof openIndex>): Promise<readonly string[]> =>
      (await index.at(tip)).changesOf(A ?? '').map(({ commit }) => commit);
    const shallow = path.join(history.path, 'shallow');
    writeFileSync(shallow, `${end}\n`);
    const index = openIndex(program);
    expect(await known(index)).toEqual([tip, end]);
    await index.close();
    rmSync(shallow);
    expect(await known(index)).toEqual([tip, end, first]);
    expect(await known(openIndex(program))).toEqual([tip, end, first]);
    expect((await objects.readCommit(end)).parents).toEqual([first]);
  });

  it('keeps what waits from readers, whoever merged it, and puts it before what was published of it', async () => {
    const waiting = (files: Parameters<typeof history.commit>[0], parents: readonly string[]) =>
      history.saying('Garder\n\nEncrier-Waits: true', history.commit(files, parents));
    const [A, B] = ['posts/a.md', 'posts/b.md'];
    const base = history.commit({ [A]: 'un', [B]: 'un' });
    const side = waiting({ [B]: 'b' }, [base]);
    // Of a machine whose clock is ahead.
    const kept = history.saying(
      'Garder\n\nEncrier-Waits: true',
      history.commit({ [A]: 'deux' }, [side], 1_900_000_000),
    );
    const made = history.commit({ [A]: 'trois', 'posts/c.md': 'un' }, [base]);
    const published = history.saying(`Publier\n\nEncrier-From: ${kept}`, made);
    const taken = waiting({ [A]: 'trois', 'posts/c.md': 'un' }, [kept, published]);
    const merged = history.commit({ [A]: 'trois' }, [published, taken]);
    const forward = waiting({ [B]: 'bb' }, [merged]);
    const commitsOf = (known: PathHistory, name: string) => known.changesOf(name).map(({ commit }) => commit);
    const main = published;
    const inSteps = openIndex();
    await inSteps.at(base);
    await inSteps.at(main);
    const author = contents(await inSteps.withWaiting({ main, work: taken }));
    // One after the other: they keep it in one file.
    for (const open of [openIndex, () => openIndex(noGit)]) {
      writeFileSync(cacheFile(), '');
      const index = open();
      const found = contents(await index.withWaiting({ main, work: taken }));
      await index.close();
      expect([found, contents(await openIndex().withWaiting({ main, work: taken }))]).toEqual([
        author,
        author,
      ]);
    }
    const both = await inSteps.withWaiting({ main, work: taken });
    expect(commitsOf(both, A)).toEqual([published, kept, base]);
    expect(both.changesOf(A).map(({ isWaiting }) => isWaiting)).toEqual([false, true, false]);
    expect(commitsOf(await inSteps.withWaiting({ main, work: null }), A)).toEqual([published, base]);
    expect(commitsOf(await inSteps.at(main), A)).toEqual([published, base]);
    expect(commitsOf(await inSteps.at(main), B)).toEqual([base]);
    expect(commitsOf(await inSteps.at(forward), B)).toEqual([merged, base]);
    expect(commitsOf(await inSteps.withWaiting({ main: forward, work: taken }), B)).toEqual([
      ...[forward, merged, side, base],
    ]);
  });

  it('follows in the background what it is told of, once open, and keeps it at the stop', async () => {
    const first = history.commit({ 'posts/a.md': 'un' });
    const index = openIndex();
    index.notice(first);
    const second = history.commit({ 'posts/a.md': 'deux' }, [first]);
    void index.open();
    index.notice(second);
    await index.close();
    expect(readFileSync(cacheFile(), 'utf8')).toContain(`"${second}"`);
  });

  it('puts parents before children whatever clocks said', async () => {
    importCommits([2_000_000_000, 1_000_000_000, 1_500_000_000].map((date) => ({ date, path: PATHS[0] })));
    const commits = history.git(['log', '--format=%H', 'main']).split('\n');
    for (const index of [openIndex(), openIndex(noGit)]) {
      const found = (await index.at(commits[0] ?? '')).changesOf('posts/2025/a.md');
      expect(found.map(({ commit }) => commit)).toEqual(commits);
    }
  });

  it('holds two thousand commits in little room', async () => {
    importCommits(
      Array.from({ length: 2000 }, (_, at) => ({ date: 1_700_000_000 + at, path: `posts/p${at % 50}.md` })),
    );
    const index = await openIndex().at(history.git(['rev-parse', 'main']));
    const found = index.changesOf('posts/p7.md').map(({ commit }) => commit);
    expect(found).toHaveLength(40);
    expect(found).toEqual(logOf('posts/p7.md'));
    expect(statSync(cacheFile()).size).toBeLessThan(300_000);
  });
});
