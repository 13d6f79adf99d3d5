import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createObjectStore } from '#content/git/objects/objects.ts';
import {
  type ContentHistory,
  createContentHistory,
  type HistoryFile,
} from '#content/testing/content-history.ts';
import { createRandom } from '#content/testing/random.ts';
import type { FileVersion } from './file-versions.ts';
import { fileVersions } from './file-versions.ts';

let history: ContentHistory;
beforeEach(() => {
  history = createContentHistory();
});
afterEach(() => history.remove());

interface Asked {
  readonly until?: string | null;
  readonly git?: 'none';
}

function versions(from: string, { until = null, git }: Asked = {}): Promise<readonly FileVersion[]> {
  const objects = createObjectStore({ gitDir: history.path });
  const search = { gitDir: history.path, objects, from, until, isWanted: () => true };
  return git === 'none' ? fileVersions(search, () => Promise.resolve(null)) : fileVersions(search);
}

const brief = (found: readonly FileVersion[]): readonly string[] =>
  found.map(({ path, status, age }) => `${age} ${status} ${path}`);

describe('fileVersions', () => {
  it('tells what each commit added, changed and deleted, newest first', async () => {
    history.commit({ 'posts/a.md': 'un', 'site.yml': 'x', 'README.md': 'x', 'images/a.png': 'x' });
    history.commit({ 'posts/a.md': 'deux', 'posts/2025/b.md': 'un' });
    const last = history.commit({ 'posts/2025/b.md': null });
    const expected = [
      '0 deleted posts/2025/b.md',
      '1 added posts/2025/b.md',
      '1 changed posts/a.md',
      '2 added posts/a.md',
      '2 added site.yml',
    ];
    const found = [await versions(last), await versions(last, { git: 'none' })];
    expect(found.map((list) => [...brief(list)].sort())).toEqual([expected, expected]);
  });

  it('stops at the commit it is told', async () => {
    const first = history.commit({ 'posts/a.md': 'un' });
    const last = history.commit({ 'posts/a.md': 'deux' });
    const found = [
      await versions(last, { until: first }),
      await versions(last, { until: first, git: 'none' }),
    ];
    expect(found.map(brief)).toEqual([['0 changed posts/a.md'], ['0 changed posts/a.md']]);
  });

  it('tells everything when that commit is not in the repository', async () => {
    const last = history.commit({ 'posts/a.md': 'un' });
    const until = '3'.repeat(40);
    const found = [await versions(last, { until }), await versions(last, { until, git: 'none' })];
    expect(found.map(brief)).toEqual([['0 added posts/a.md'], ['0 added posts/a.md']]);
  });

  it.each(['posts/é «x».md', 'posts/"a"\\b.md', "posts/a\tb'.md"])('reads the name %j', async (path) => {
    const quoted = `"${path.replace(/["\\]/g, '\\$&').replace('\t', '\\t')}"`;
    const last = history.commit({ [quoted]: 'un' });
    const found = [await versions(last), await versions(last, { git: 'none' })];
    expect(found.map((list) => list.map((version) => version.path))).toEqual([[path], [path]]);
  });

  it('is the same without the git program, for any history with merges', async () => {
    const random = createRandom(7);
    const commits: string[] = [history.commit({ 'posts/0.md': 'départ' })];
    for (let step = 0; step < 60; step += 1) {
      const files: Record<string, HistoryFile> = {};
      for (let change = 0; change < 3; change += 1) {
        const path = `posts/${['', '2024/', '2025/x/'][random.below(3)] ?? ''}${random.below(5)}.md`;
        files[path] = random.below(4) === 0 ? null : `version ${random.below(6)}`;
      }
      const parent = commits[commits.length - 1 - random.below(Math.min(3, commits.length))] ?? '';
      const other = commits[random.below(commits.length)] ?? '';
      const parents = random.below(4) === 0 && other !== parent ? [parent, other] : [parent];
      commits.push(history.commit(files, parents));
    }
    const last = commits.at(-1) ?? '';
    const until = commits[20] ?? '';
    const sorted = async (asked: Asked) =>
      (await versions(last, asked)).map(({ age: _, ...version }) => JSON.stringify(version)).sort();
    expect([await sorted({ git: 'none' }), await sorted({ git: 'none', until })]).toEqual([
      await sorted({}),
      await sorted({ until }),
    ]);
  });
});
