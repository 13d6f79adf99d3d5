import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderMarkdown } from '../model/markdown/render.ts';
import { postMetadataSchema, type SnapshotPost } from '../model/post.ts';
import { type PublicView, publicView, type Snapshot } from '../model/snapshot.ts';
import { testId } from '../testing/posts.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../testing/temporary-repository.ts';
import { sectionsOf } from './document.ts';
import { createSearchIndex } from './search-index.ts';
import { createSegmentBuilder } from './segment-build.ts';
import { createTokenizer } from './tokens.ts';

const FIRST_TEN = { offset: 0, limit: 10 };
const NOW = Date.parse('2026-07-01T10:00:00.000Z');
const bodies = new Map<string, string>();

let folder: TemporaryFolder;
let errors: unknown[];
beforeEach(() => {
  folder = createTemporaryFolder();
  errors = [];
  bodies.clear();
});
afterEach(() => folder.remove());

function post(number: number, title: string, body: string, fields: Partial<SnapshotPost> = {}): SnapshotPost {
  const revision = createHash('sha1').update(`${title}\n${body}`).digest('hex');
  bodies.set(revision, body);
  const published = '2026-01-01T08:00:00.000Z';
  return {
    ...postMetadataSchema.parse({
      ...{ id: testId(number), title, slug: `article-${number}`, readTime: '1 min', published },
      isPublished: true,
    }),
    ...{ path: `posts/2026/article-${number}.md`, revision },
    ...{ publishedAt: Date.parse(published), unpublishedAt: null, ...fields },
  };
}

function viewOf(posts: readonly SnapshotPost[], now = NOW): PublicView {
  return publicView({ posts, lost: new Map() } as unknown as Snapshot, now); // The index reads nothing else of a snapshot.
}

/** An index over a folder, and which posts it had read; each once `readable` says so. */
function openIndex(
  place: string | null = folder.path,
  readable = (_: AbortSignal) => Promise.resolve(),
  writable = () => Promise.resolve(),
) {
  const read: string[] = [];
  const index = createSearchIndex({
    folder: place,
    build: async (posts, signal) => {
      await readable(signal);
      const builder = createSegmentBuilder(createTokenizer());
      for (const one of posts) {
        read.push(one.title);
        const html = renderMarkdown(bodies.get(one.revision) ?? '', { images: new Map() });
        builder.add({ ...one, blobId: one.revision, sections: sectionsOf(html) });
      }
      return builder.finish();
    },
    write: async (file, bytes) => {
      await writable();
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    },
    onError: (error) => errors.push(error),
  });
  const titles = async (view: PublicView, question: string) =>
    (await index.search(view, question, FIRST_TEN))?.hits.map((hit) => hit.post.title);
  return { index, read, titles };
}

/** A segment's file with a byte of its first text turned: texts are packed by zlib, and stand last. */
function damagedText(bytes: Buffer): Buffer {
  const starts = [...bytes.keys()].filter(
    (at) => bytes.readUInt16BE(Math.min(at, bytes.length - 2)) === 0x7801,
  );
  const at = (starts.at(-2) ?? 0) + 8;
  return Buffer.from(bytes).fill((bytes[at] ?? 0) ^ 255, at, at + 1);
}

describe('createSearchIndex', () => {
  it('finds a post from the second of its publication to that of its withdrawal, and never a draft', async () => {
    const publishedAt = NOW + 1000;
    const dated = post(1, 'Holding', 'Texte.', { publishedAt, unpublishedAt: NOW + 2000 });
    const posts = [dated, post(2, 'Holding secrète', 'Texte.', { isPublished: false })];
    const { index, titles } = openIndex();
    const moments = [NOW + 999, NOW + 1000, NOW + 1999, NOW + 2000];
    const found = [];
    for (const moment of moments) found.push(await titles(viewOf(posts, moment), 'holding'));
    expect(found).toEqual([[], ['Holding'], ['Holding'], []]);
    await index.close();
  });

  it('finds two posts of the same bytes, each at its place', async () => {
    const one = post(1, 'Facture', 'Texte.');
    const posts = [one, { ...one, slug: 'copie', path: 'posts/2026/copie.md' }, post(2, 'Autre', 'Texte.')];
    const { index } = openIndex();
    const answer = await index.search(viewOf(posts), 'facture', FIRST_TEN);
    expect([answer?.total, answer?.hits.map((hit) => hit.post.slug)]).toEqual([2, ['article-1', 'copie']]);
    await index.close();
  });

  it('gives every post that it found on one page of results, and on one only', async () => {
    const posts = Array.from({ length: 150 }, (_, n) =>
      post(
        n,
        `Titre ${n}`,
        n % 3 === 0 ? 'Impôt.' : `${'Texte '.repeat(n)} revenu${n % 3 === 1 ? ' et impôt' : ''}.`,
      ),
    );
    const { index } = openIndex();
    index.notice(viewOf(posts).snapshot);
    await index.settled();
    const pages = await Promise.all(
      Array.from({ length: 20 }, (_, page) =>
        index.search(viewOf(posts), 'impôt revenu', { offset: page * 8, limit: 8 }),
      ),
    );
    const found = pages.flatMap((page) => page?.hits ?? []);
    const holdsAll = found.map(({ missing }) => missing.length === 0);
    expect(new Set(found.map((hit) => hit.post.slug)).size).toBe(150);
    expect([found.length, holdsAll.lastIndexOf(true)]).toEqual([150, 49]);
    expect(pages.map((page) => [page?.total, page?.near])).toEqual(pages.map(() => [50, 100]));
    await index.close();
  });

  it('proposes no word that only hidden posts hold', async () => {
    const posts = [
      post(1, 'Trésorerie', 'Texte.'),
      post(2, 'Rachat', 'Mirabelle.', { publishedAt: NOW + 1000 }),
    ];
    const { index } = openIndex();
    const answer = await index.search(viewOf(posts), 'mirabele', FIRST_TEN);
    expect([answer?.proposal, answer?.hits]).toEqual([null, []]);
    await index.close();
  });

  it('reads of a new commit what it changed, and forgets what it replaced', async () => {
    const before = [post(1, 'Ancien', 'Des pommes.'), post(2, 'Autre', 'Des poires.')];
    const after = [post(1, 'Nouveau', 'Des prunes.'), ...before.slice(1)];
    const { index, read, titles } = openIndex();
    await titles(viewOf(before), 'pommes');
    const found = [await titles(viewOf(after), 'pommes'), await titles(viewOf(after), 'prunes')];
    expect([read, found]).toEqual([
      ['Ancien', 'Autre', 'Nouveau'],
      [[], ['Nouveau']],
    ]);
    await index.close();
  });

  it('answers after every one of many saves, though what they brought is made one segment meanwhile', {
    timeout: 10_000,
  }, async () => {
    const { index, titles } = openIndex();
    const posts: SnapshotPost[] = [];
    const found = [];
    for (let n = 0; n < 24; n += 1) {
      posts.push(post(n, `Titre ${n}`, `Le mot numero${n} est là.`));
      const view = viewOf([...posts]);
      index.notice(view.snapshot);
      found.push(...(await Promise.all([titles(view, `numero${n} `), titles(view, 'numero0 ')])));
    }
    await index.close();
    expect(found).toEqual(posts.flatMap(({ title }) => [[title], ['Titre 0']]));
    expect(errors).toEqual([]);
  });

  it('closes, and lets go of who asked, though a new post never comes to be read', {
    timeout: 10_000,
  }, async () => {
    const reading = new EventEmitter();
    const isAsked = once(reading, 'asked');
    const { index } = openIndex(null, async (signal) => {
      reading.emit('asked');
      await once(signal, 'abort');
      signal.throwIfAborted();
    });
    const question = index.search(viewOf([post(1, 'Un', 'Des pommes.')]), 'pommes', FIRST_TEN);
    await isAsked;
    await index.close();
    expect([await question, errors]).toEqual([null, []]);
  });

  it('reads nothing again at the next start', async () => {
    const view = viewOf([post(1, 'Un', 'Des pommes.'), post(2, 'Deux', '## Verger\n\nDes poires.')]);
    const first = openIndex();
    await first.titles(view, 'poires');
    await first.index.close();
    const second = openIndex();
    const answer = await second.index.search(view, 'poire', FIRST_TEN);
    expect(second.read).toEqual([]);
    expect(answer?.hits).toMatchObject([
      { post: { title: 'Deux' }, section: { anchor: 'verger' }, snippet: { text: 'Des poires.' } },
    ]);
    await second.index.close();
  });

  it('merges hundreds of posts into one file, and finds the same', async () => {
    const posts = Array.from({ length: 450 }, (_, n) => post(n, `Titre ${n}`, `Le mot numero${n} est là.`));
    const { index, titles } = openIndex();
    index.notice(viewOf(posts).snapshot);
    await index.settled();
    const late = [...posts.slice(1), post(900, 'Tard', 'Le mot numero7 aussi.')];
    const found = [await titles(viewOf(posts), 'numero7 '), await titles(viewOf(late), '"mot numero7"')];
    await index.close();
    const again = openIndex();
    found.push(await again.titles(viewOf(late), 'numero7 '), await again.titles(viewOf(late), 'numero0 '));
    await again.index.close();
    expect(found.map((titles) => titles?.toSorted())).toEqual([
      ['Titre 7'],
      ['Tard', 'Titre 7'],
      ['Tard', 'Titre 7'],
      [],
    ]);
    expect([again.read, errors]).toEqual([[], []]);
  });

  it('finds a post that comes back while it is left out of a new file', async () => {
    const writing = new EventEmitter();
    const firstMayEnd = once(writing, 'may end');
    const { index, titles } = openIndex(folder.path, undefined, async () => {
      writing.emit('begun');
      await firstMayEnd;
    });
    const back = post(900, 'De retour', 'Le mot retrouvailles est là.');
    const posts = Array.from({ length: 250 }, (_, n) => post(n, `Titre ${n}`, `Le mot numero${n} est là.`));
    index.notice(viewOf([...posts.slice(0, 100), back]).snapshot);
    await index.settled();
    const begun = once(writing, 'begun');
    index.notice(viewOf(posts).snapshot);
    await begun;
    const all = viewOf([...posts, back]);
    index.notice(all.snapshot);
    await index.settled();
    const replaced = once(writing, 'begun'); // The file of what came since is emptied afterwards.
    writing.emit('may end');
    await replaced;
    const found = await titles(all, 'retrouvailles');
    await index.close();
    expect([found, errors]).toEqual([['De retour'], []]);
  });

  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, 300)],
    ['emptied', () => Buffer.alloc(0)],
    ['damaged', (bytes: Buffer) => Buffer.from(bytes).fill(255, 200, 220)],
    ['of another version', (bytes: Buffer) => Buffer.from(bytes).fill(9, 16, 17)],
  ])('makes itself anew when its file is %s', async (_, damage) => {
    const view = viewOf([post(1, 'Un', 'Des pommes.')]);
    const first = openIndex();
    await first.titles(view, 'pommes');
    await first.index.close();
    for (const name of readdirSync(folder.path)) {
      const file = path.join(folder.path, name);
      writeFileSync(file, damage(readFileSync(file)));
    }
    const second = openIndex();
    expect(await second.titles(view, 'pommes')).toEqual(['Un']);
    expect([second.read, errors]).toEqual([['Un'], []]);
    await second.index.close();
  });

  it('reads a post anew whose text in the file is damaged, and that only', async () => {
    const view = viewOf([post(1, 'Un', '## Verger\n\nDes pommes.'), post(2, 'Deux', 'Des prunes.')]);
    const first = openIndex();
    await first.titles(view, 'pommes');
    await first.index.close();
    const file = path.join(folder.path, 'recent');
    writeFileSync(file, damagedText(readFileSync(file)));
    const reads = [];
    for (let start = 0; start < 2; start += 1) {
      const { index, read } = openIndex();
      await index.search(view, 'pommes', FIRST_TEN);
      await index.settled();
      const answer = await index.search(view, 'pommes', FIRST_TEN);
      reads.push([...read, answer?.hits[0]?.snippet.text]);
      await index.close();
    }
    expect(reads).toEqual([['Un', 'Des pommes.'], ['Des pommes.']]);
  });

  it('answers nothing while many posts are indexed, and all of them afterwards', async () => {
    const view = viewOf(Array.from({ length: 60 }, (_, n) => post(n, `Titre ${n}`, 'Des pommes.')));
    const { index } = openIndex(null);
    const early = await index.search(view, 'pommes', FIRST_TEN);
    await index.settled();
    const answer = await index.search(view, 'pommes', FIRST_TEN);
    expect([early, answer?.total, answer?.hits.length]).toEqual([null, 60, 10]);
    await index.close();
  });
});
