import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isDamage } from '../index/index-damage.ts';
import { removeIndexFile } from '../index/index-file.ts';
import { renderMarkdown } from '../model/markdown/render.ts';
import { createRandom } from '../testing/random.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../testing/temporary-repository.ts';
import { sectionsOf } from './document.ts';
import type { ListedPost } from './listed-posts.ts';
import { createSearchIndex, type ReadPost } from './search-index.ts';

const FIRST_TEN = { offset: 0, limit: 10 };

interface Article extends ListedPost, Omit<ReadPost, 'sections'> {
  readonly body: string;
}

let folder: TemporaryFolder;
let file: string;
let errors: unknown[];
beforeEach(() => {
  folder = createTemporaryFolder();
  file = path.join(folder.path, 'index.sqlite');
  errors = [];
});
afterEach(() => folder.remove());

function article(number: number, title: string, body: string): Article {
  const revision = createHash('sha1').update(`${title}\n${body}`).digest('hex');
  return {
    slug: `article-${number}`,
    revision,
    title,
    body,
    date: number,
    subtitle: null,
    excerpt: '',
    category: '',
    tags: [],
  };
}

/** An index in a file, and which posts it had to read; each once `readable` says so. */
function openIndex(place: string | null = file, readable = () => Promise.resolve()) {
  const read: string[] = [];
  let known = new Map<string, Article>();
  const index = createSearchIndex({
    file: place,
    read: async (posts) => {
      await readable();
      return posts.map(({ slug, revision }) => {
        const found = known.get(slug);
        if (found?.revision !== revision) return null;
        read.push(found.title);
        return { ...found, sections: sectionsOf(renderMarkdown(found.body, { images: new Map() })) };
      });
    },
    onError: (error) => errors.push(error),
  });
  return {
    index,
    read,
    /** Tells of all that readers may see. */
    show(articles: readonly Article[]) {
      known = new Map(articles.map((one) => [one.slug, one]));
      index.notice({ isWhole: true, gone: [], listed: articles });
    },
    /** Tells of one more, or of another revision of it. */
    save(one: Article) {
      known.set(one.slug, one);
      index.notice({ isWhole: false, gone: [], listed: [one] });
    },
    withdraw(slug: string) {
      known.delete(slug);
      index.notice({ isWhole: false, gone: [slug], listed: [] });
    },
    titles: async (question: string) =>
      (await index.search(question, FIRST_TEN))?.hits.map(({ title }) => title.text),
  };
}

const orchard = [
  article(1, 'Un', '## Verger\n\nDes pommes rouges.'),
  article(2, 'Deux', 'Des poires et des pommes.'),
  article(3, 'Trois', 'Des prunes, 3,5 kilos.\n\n## Cave\n\nDu cidre, sans sulfites.'),
];

describe('createSearchIndex', () => {
  it('finds two posts of the same bytes, each at its address', async () => {
    const one = article(1, 'Facture', 'Texte.');
    const { index, show } = openIndex();
    show([one, { ...one, slug: 'copie' }, article(2, 'Autre', 'Texte.')]);
    const answer = await index.search('facture', FIRST_TEN);
    expect([answer?.total, answer?.hits.map(({ slug }) => slug)]).toEqual([2, ['article-1', 'copie']]);
    index.close();
  });

  it('sets what a snippet leaves out apart from the end of a sentence', async () => {
    const { index, show } = openIndex();
    const sentence = `Le verger ${'a'.repeat(178)}.`;
    show([article(1, 'Un', `${sentence} Encore des mots.`)]);
    const [hit] = (await index.search('verger', FIRST_TEN))?.hits ?? [];
    expect(hit?.snippet.text).toBe(`${sentence}\u00a0…`);
    index.close();
  });

  it('finds the words of a subtitle, before those of a text, and shows it where no section holds them', async () => {
    const { index, show, titles } = openIndex();
    const one = { ...article(1, 'Un', 'Rien.'), subtitle: 'Ce que dit le verger', excerpt: 'Un extrait.' };
    show([article(2, 'Deux', 'Un verger, un autre verger.'), one]);
    expect(await titles('vergers')).toEqual(['Un', 'Deux']);
    const [hit] = (await index.search('verger', FIRST_TEN))?.hits ?? [];
    expect(hit?.snippet).toEqual({ text: 'Ce que dit le verger', ranges: [[14, 20]] });
    index.close();
  });

  it('gives every post that it found on one page of results, and on one only', async () => {
    const { index, show } = openIndex(null);
    show(
      Array.from({ length: 150 }, (_, n) =>
        article(
          n,
          `Titre ${n}`,
          n % 3 === 0 ? 'Impôt.' : `${'Texte '.repeat(n)} revenu${n % 3 === 1 ? ' et impôt' : ''}.`,
        ),
      ),
    );
    await index.idle();
    const pages = await Promise.all(
      Array.from({ length: 20 }, (_, page) => index.search('impôt revenu', { offset: page * 8, limit: 8 })),
    );
    const found = pages.flatMap((page) => page?.hits ?? []);
    const holdsAll = found.map(({ missing }) => missing.length === 0);
    expect(new Set(found.map(({ slug }) => slug)).size).toBe(150);
    expect([found.length, holdsAll.lastIndexOf(true)]).toEqual([150, 49]);
    expect(pages.map((page) => [page?.total, page?.near])).toEqual(pages.map(() => [50, 100]));
    index.close();
  });

  it('neither finds nor proposes what only a withdrawn post held', async () => {
    const { index, show, withdraw } = openIndex();
    show([...orchard, article(4, 'Rachat', 'Mirabelle et quetsche, des pommes.')]);
    const before = await index.search('mirbelle', FIRST_TEN);
    withdraw('article-4');
    const after = await index.search('mirbelle', FIRST_TEN);
    const whole = await index.search('mirabelle', FIRST_TEN);
    expect(before).toMatchObject({ total: 1, proposal: 'mirabelle' });
    expect([after, whole]).toEqual(Array(2).fill({ hits: [], total: 0, near: 0, proposal: null }));
    expect((await index.search('pomes', FIRST_TEN))?.total).toBe(2);
    index.close();
  });

  it('puts posts with the word that was typed before those with a longer one', async () => {
    const { index, show, titles } = openIndex();
    show([article(1, 'Permis', 'La période.'), article(2, 'Autre', 'Le PER, au terme.')]);
    expect([await titles('per'), await titles('per ')]).toEqual([['Autre', 'Permis'], ['Autre']]);
    index.close();
  });

  it('keeps a quoted phrase within a section, a joined word within a phrase', async () => {
    const { index, show, titles } = openIndex();
    show([...orchard, article(4, 'Quatre', 'Un burn-out suivi de près.')]);
    const found = ['"prunes 3,5 kilos"', '"kilos cidre"', '"burn-out suivi"', '"cidre, sans sulfites"'];
    expect(await Promise.all(found.map(titles))).toEqual([['Trois'], [], ['Quatre'], ['Trois']]);
    expect(await titles('"cidre sulfites"')).toEqual([]);
    index.close();
  });

  it('finds a long quotation that says a word again past those that are looked for', async () => {
    const { index, show, titles } = openIndex();
    const text =
      'alpha bravo charlie delta echo foxtrot golf hotel india juliette kilo lima mike alpha novembre';
    show([...orchard, article(4, 'Quatre', `${text}.`)]);
    expect([await titles(`"${text}"`), await titles(`"${text.replace('lima', 'alpha')}"`)]).toEqual([
      ['Quatre'],
      [],
    ]);
    index.close();
  });

  it('reads of a new commit what it changed, and forgets what it replaced', async () => {
    const { index, read, show, save, titles } = openIndex();
    show([article(1, 'Ancien', 'Des pommes.'), article(2, 'Autre', 'Des poires.')]);
    await titles('pommes');
    save(article(1, 'Nouveau', 'Des prunes.'));
    const found = [await titles('pommes'), await titles('prunes')];
    expect([read, found]).toEqual([
      ['Ancien', 'Autre', 'Nouveau'],
      [[], ['Nouveau']],
    ]);
    index.close();
  });

  it('answers after every one of many saves', async () => {
    const { index, show, save, titles } = openIndex();
    show([]);
    const found = [];
    for (let n = 0; n < 24; n += 1) {
      save(article(n, `Titre ${n}`, `Le mot numero${n} est là.`));
      found.push(...(await Promise.all([titles(`numero${n} `), titles('numero0 ')])));
    }
    expect(found).toEqual(Array.from({ length: 24 }, (_, n) => [[`Titre ${n}`], ['Titre 0']]).flat());
    expect(errors).toEqual([]);
    index.close();
  });

  it('closes, and lets go of who asked, though a new post never comes to be read', async () => {
    let read: () => void = () => undefined;
    const never = new Promise<void>((resolve) => {
      read = resolve;
    });
    const { index, show } = openIndex(null, () => never);
    show(orchard);
    const question = index.search('pommes', FIRST_TEN);
    index.close();
    read();
    expect([await question, errors]).toEqual([null, []]);
  });

  it('answers nothing while many posts are read, and all of them afterwards', async () => {
    const { index, show } = openIndex(null);
    show(Array.from({ length: 60 }, (_, n) => article(n, `Titre ${n}`, 'Des pommes.')));
    const early = await index.search('pommes', FIRST_TEN);
    await index.idle();
    const answer = await index.search('pommes', FIRST_TEN);
    expect([early, answer?.total, answer?.hits.length]).toEqual([null, 60, 10]);
    index.close();
  });

  it('reads nothing again at the next start, and lets go of what is no longer listed', async () => {
    const first = openIndex();
    first.show(orchard);
    await first.index.idle();
    first.index.close();
    const second = openIndex();
    second.show(orchard.slice(0, 2));
    const answer = await second.index.search('pomme', FIRST_TEN);
    expect([second.read, await second.titles('prunes'), answer?.total]).toEqual([[], [], 2]);
    expect(answer?.hits.find(({ slug }) => slug === 'article-1')).toMatchObject({
      title: { text: 'Un' },
      section: { anchor: 'verger' },
      snippet: { text: 'Des pommes rouges.', ranges: [[4, 10]] },
    });
    second.index.close();
  });

  it.each([
    ['cut short', (whole: string) => truncateSync(whole, 5000)],
    ['emptied', (whole: string) => truncateSync(whole, 0)],
    ['of another kind', (whole: string) => writeFileSync(whole, 'Ceci n’est pas une base. '.repeat(500))],
    ['of another form', (whole: string) => writeFileSync(whole, readFileSync(whole).fill(9, 63, 64))],
  ])('makes itself anew when its file is %s', async (_, damage) => {
    const first = openIndex();
    first.show(orchard);
    await first.index.idle();
    first.index.close();
    damage(file);
    const second = openIndex();
    second.show(orchard);
    expect(await second.titles('prunes')).toEqual(['Trois']);
    expect([second.read, errors]).toEqual([['Un', 'Deux', 'Trois'], []]);
    second.index.close();
  });

  it('finds out that its file is damaged, wherever, and removes it', async () => {
    const whole = path.join(folder.path, 'whole.sqlite');
    const questions = ['pommes', 'poires', 'prunes cidre', '"sans sulfites"', 'verger', '3,5'];
    const first = openIndex(whole);
    first.show(orchard);
    const truth = (await Promise.all(questions.map(first.titles))).map((list) => list?.sort());
    first.index.close();
    const { below } = createRandom(5);
    let found = 0;
    for (let round = 0; round < 120; round += 1) {
      copyFileSync(whole, file);
      const bytes = readFileSync(file);
      for (let count = 1 + below(40); count > 0; count -= 1) {
        const at = below(bytes.length);
        bytes[at] = (bytes[at] ?? 0) ^ (1 + below(255));
      }
      writeFileSync(file, bytes);
      const answers = await askDamaged(questions);
      if (answers === null) {
        found += 1;
        expect(existsSync(file)).toBe(false);
        expect(await askDamaged(questions)).toEqual(truth);
      } else expect(answers, `round ${round}`).toEqual(truth);
      removeIndexFile(file);
    }
    expect(errors).toEqual([]);
    // Others are found damaged when they are opened, or where nothing is kept.
    expect(found).toBeGreaterThan(10);
  });

  /** What the index in the file finds, in whatever order (a date tells nothing of itself); null when it says that it is damaged. */
  async function askDamaged(questions: readonly string[]) {
    const { index, show, titles } = openIndex();
    try {
      show(orchard);
      await index.idle();
      index.check();
      const found = await Promise.all(questions.map(titles));
      return found.map((list) => list?.sort());
    } catch (error) {
      if (isDamage(error)) return null;
      throw error;
    } finally {
      index.close();
    }
  }
});
