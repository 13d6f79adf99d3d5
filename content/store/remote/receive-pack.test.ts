import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasCode } from '../../model/errors.ts';
import { type ContentHistory, createContentHistory } from '../../testing/content-history.ts';
import {
  createTemporaryRepository,
  gitBytes,
  git as gitProgram,
  type TemporaryRepository,
} from '../../testing/temporary-repository.ts';
import { runGit } from '../git-program.ts';
import { createObjectStore, type ObjectStore } from '../objects/objects.ts';
import { type ReceiveOptions, receivePack } from './receive-pack.ts';

let history: ContentHistory;
let local: TemporaryRepository;
let objects: ObjectStore;

beforeEach(() => {
  history = createContentHistory();
  local = createTemporaryRepository();
  objects = createObjectStore({ gitDir: local.path });
});

afterEach(() => {
  objects.close();
  history.remove();
  local.remove();
});

function texts(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`posts/2026/texte-${at}.md`, `Texte ${at}.\n`.repeat(at + 1)]),
  );
}

/** The ids of all that a commit needs. */
function idsOf(commit: string): readonly string[] {
  return history.git(['rev-list', '--objects', '--no-object-names', commit]).split('\n');
}

function typesOf(ids: readonly string[]): readonly string[] {
  const input = `${ids.join('\n')}\n`;
  return gitProgram(['cat-file', '--batch-check=%(objecttype)'], { cwd: history.path, input }).split('\n');
}

function packOf(ids: readonly string[], ...args: readonly string[]): AsyncIterable<Buffer> {
  const input = `${ids.join('\n')}\n`;
  return Readable.from([gitBytes(['pack-objects', '--stdout', '-q', ...args], { cwd: history.path, input })]);
}

function left(): readonly string[] {
  return readdirSync(path.join(local.path, 'objects'), { recursive: true }).map(String).toSorted();
}

const WITHOUT_GIT = () => Promise.resolve(null);

describe.each([
  ['with the git program', runGit, 150],
  ['without it', WITHOUT_GIT, 150],
  ['of few objects', runGit, 5],
])('receivePack, %s', (_, git, count) => {
  async function faultOf(
    pieces: AsyncIterable<Buffer>,
    wanted: { readonly commit: string; readonly known?: readonly string[] },
    options: Partial<ReceiveOptions> = {},
  ): Promise<string> {
    const received = receivePack({ gitDir: local.path, objects, git, ...options }, pieces, {
      known: [],
      ...wanted,
    });
    const error: unknown = await received.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    return hasCode(error, 'remote') ? error.data.fault : String(error);
  }

  it.each(['blob', 'tree', 'commit'])('keeps nothing of a pack that lacks a %s', async (type) => {
    history.commit(texts(3));
    const commit = history.commit(texts(count));
    const ids = idsOf(commit);
    const types = typesOf(ids);
    const pack = packOf(ids.toSpliced(types.lastIndexOf(type), 1));
    expect(await faultOf(pack, { commit })).toBe('corrupt');
    expect(left()).toEqual(['info', 'pack']);
  });

  it('keeps nothing of a sound pack that holds something else than what was asked for', async () => {
    const other = history.commit(texts(count));
    expect(await faultOf(packOf(idsOf(other)), { commit: '1'.repeat(40) })).toBe('corrupt');
    const [blob = ''] = idsOf(other).slice(-1);
    expect(await faultOf(packOf(idsOf(other)), { commit: blob })).toBe('corrupt');
    expect(left()).toEqual(['info', 'pack']);
  });

  it('takes what needs a commit of ours, and not without it', async () => {
    const first = history.commit(texts(3));
    expect(await faultOf(packOf(idsOf(first)), { commit: first })).toBe('null');
    const before = left();
    const commit = history.commit(texts(count));
    const known = new Set(idsOf(first));
    const fresh = idsOf(commit).filter((id) => !known.has(id));
    const last = fresh.at(-1);
    const short = fresh.filter((id) => id !== last);
    expect(await faultOf(packOf(short), { commit, known: [first] })).toBe('corrupt');
    expect(left()).toEqual(before);
    expect(await faultOf(packOf(fresh), { commit, known: [first] })).toBe('null');
    expect(local.git(['rev-list', '--objects', commit]).split('\n')).toHaveLength(idsOf(commit).length);
  });

  it('keeps nothing of a pack that is too large', async () => {
    const commit = history.commit(texts(count));
    expect(await faultOf(packOf(idsOf(commit)), { commit }, { maxBytes: 100 })).toBe('too-large');
    expect(left()).toEqual(['info', 'pack']);
  });

  it('keeps nothing of a pack whose deltas need what is not in it', async () => {
    const text = Array.from({ length: 200 }, (_unused, at) => `Phrase ${at}.\n`).join('');
    const first = history.commit({ ...texts(count), 'long.md': text });
    const commit = history.commit({ ...texts(count + 110), 'long.md': `${text}Fin.\n` });
    expect(await faultOf(packOf([commit, `^${first}`], '--revs', '--thin'), { commit })).toBe('corrupt');
    expect(left()).toEqual(['info', 'pack']);
  });
});
