import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SnapshotPost } from '../model/post.ts';
import { publicView, type Snapshot } from '../model/snapshot.ts';
import { type CorpusPost, readCorpus } from '../testing/search/corpus.ts';
import { indexCorpus, type SearchIndex } from '../testing/search/corpus-index.ts';

const NOW = Date.parse('2026-12-01T08:00:00.000Z');
const DAY = 86_400_000;

const corpus = [...readCorpus()];
const BERLIN = add(
  'Carnet de Berlin',
  `Rendez-vous Hauptstraße chez M. Großmann, le 14 juillet 2026 à 20h30. Le café « Ça va, Noël ? » est au cœur du quartier.

## Deux budgets

Un budget de 2 000 € pour l'hôtel, 75 % payés d'avance, 3,5 % de frais. Le 06 12 34 56 78 répond le week-end. Pas de Wi-Fi 🚀.

## Le chef-d'œuvre <b>caché</b> & co

Du smørrebrød à midi. L'Oréal y a ses bureaux. Année 2024-2025.`,
);
const SARL = add(
  'Fermer sa S.A.R.L. sans R.T.T.',
  `La T.V.A. d'un auto-entrepreneur, l'e-mail de l'U.R.S.S.A.F., le porte-monnaie de l'entreprise.

## Aujourd'hui, le 1er janvier

Les chevaux de bataille : journaux, locaux, régionaux. Elle est directrice, acheteuse et coach sportive.`,
);
add('Brouillon', 'Mirabelle et rutabaga.', { isPublished: false });
add('Demain', 'Quetsche et rutabaga.', { publishedAt: NOW + DAY });
add('Retiré', 'Coquelicot et rutabaga.', { unpublishedAt: NOW - DAY });

function add(title: string, body: string, fields: Partial<SnapshotPost> = {}): string {
  const [{ post }] = corpus as [CorpusPost]; // the corpus is not empty
  const slug = `article-${corpus.length}`;
  const revision = createHash('sha1').update(title).digest('hex');
  const own = { title, slug, revision, excerpt: '', tags: [], category: 'Divers' };
  corpus.push({ post: { ...post, ...own, path: `posts/2026/${slug}.md`, ...fields }, body });
  return slug;
}

const FISC = 'controle-fiscal-serein';
const CASH = 'tresorerie-previsionnel-13-semaines';
const PAY = 'salaire-ou-dividendes-arbitrer-sa-remuneration';
const INVEST = 'investir-tot-interets-composes';

/** As they are typed on a telephone, with the article that must be among the first five. */
const QUESTIONS: readonly (readonly [question: string, slug: string])[] = [
  // Apostrophes and blanks left out, words joined or split.
  ...[
    ['limpot', FISC],
    ['lentreprise familiale', 'soeurs-associees-entreprise-familiale'],
  ],
  ...[
    ['daffaires ironman', 'ironman-mindset-discipline-business'],
    ['loreal', BERLIN],
  ],
  ...[
    ['chef doeuvre', BERLIN],
    ['chefdoeuvre', BERLIN],
    ['chef d’œuvre caché', BERLIN],
    ['weekend', BERLIN],
  ],
  ...[
    ['week end', BERLIN],
    ['wifi', BERLIN],
    ['wi fi', BERLIN],
    ['autoentrepreneur', SARL],
    ['email', SARL],
  ],
  ...[
    ['auto entrepreneurs', SARL],
    ['e mail', SARL],
    ['portemonnaie', SARL],
    ['intérêtscomposés', INVEST],
  ],
  ...[
    ['C est quoi la tva', 'tva-franchise-en-base'],
    ['qu’est-ce que la holding ?', 'holding-pourquoi-quand'],
  ],
  // Letters as they are found on a keyboard, or copied from elsewhere.
  ...[
    ['hauptstrasse', BERLIN],
    ['Hauptstraße', BERLIN],
    ['Grossmann', BERLIN],
    ['coeur', BERLIN],
  ],
  ...[
    ['ca va noel', BERLIN],
    ['smorrebrod', BERLIN],
    ['ﬁscal', FISC],
    ['ＦＩＳＣＡＬ', FISC],
    ['CONTRÔLES', FISC],
  ],
  ['controle fiscal', FISC],
  // Numbers and dates.
  ...[
    ['2000€', BERLIN],
    ['2 000 €', BERLIN],
    ['2.000 €', BERLIN],
    ['2000 euros', BERLIN],
    ['75%', BERLIN],
  ],
  ...[
    ['75 %', BERLIN],
    ['3,5%', BERLIN],
    ['3.5 %', BERLIN],
    ['14 juillet', BERLIN],
    ['14.07.2026', BERLIN],
  ],
  ...[
    ['20h30', BERLIN],
    ['0612345678', BERLIN],
    ['06.12.34.56.78', BERLIN],
    ['2024', BERLIN],
    ['1er janvier', SARL],
  ],
  // Acronyms.
  ...[
    ['sarl', SARL],
    ['S.A.R.L', SARL],
    ['s.a.r.l.', SARL],
    ['rtt', SARL],
    ['URSSAF', SARL],
    ['tva', SARL],
  ],
  ...[
    ['S.C.I.', 'immobilier-locatif-sci'],
    ['B.F.R.', 'besoin-fonds-de-roulement'],
    ['per', 'retraite-independant-per'],
  ],
  // Other forms of a word, and mistyped ones.
  ...[
    ['cheval', SARL],
    ['journal', SARL],
    ['local régional', SARL],
    ['directeur', SARL],
    ['acheteur', SARL],
  ],
  ...[
    ['sportif', SARL],
    ['embauché', 'recruter-premier-salarie'],
    ['banquiere', 'negocier-avec-son-banquier'],
  ],
  ...[
    ['tressorerie previsionel', CASH],
    ['treso', CASH],
    ['devidende', PAY],
    ['salair', PAY],
    ['investisssement', INVEST],
  ],
].map(([question = '', slug = '']) => [question, slug] as const);

const NOTHING = [
  '',
  'a',
  'le la les',
  'aujourd’hui',
  '"',
  '""',
  '« »',
  '%00',
  '\\',
  '*',
  '....',
  '🚀',
  '\uD800',
];
const HOSTILE = [
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  'impot'.repeat(100),
  'a '.repeat(250),
  '"impôt',
  '(((',
];
const HIDDEN = [
  'mirabelle',
  'quetsche',
  'coquelicot',
  'rutabaga',
  'mirab',
  'coquelicots',
  'quetche',
  'rutabagga',
];

const view = publicView(
  { posts: corpus.map(({ post }) => post), lost: new Map() } as unknown as Snapshot,
  NOW,
); // nothing else is read
let index: SearchIndex;
beforeAll(async () => {
  index = await indexCorpus(corpus, view);
});

async function ask(question: string) {
  const answer = await index.search(question, { offset: 0, limit: 5 });
  return answer ?? expect.fail('the index is not ready');
}

describe('the search', () => {
  it.each(QUESTIONS)('finds for « %s » %s', async (question, slug) => {
    const { hits } = await ask(question);
    expect(hits.map(({ slug }) => slug)).toContain(slug);
  });

  it.each(NOTHING)('finds nothing for « %s »', async (question) => {
    expect(await ask(question)).toEqual({ hits: [], total: 0, near: 0, proposal: null });
  });

  it.each(HIDDEN)('neither finds nor proposes « %s », which only hidden articles hold', async (word) => {
    for (const question of [word, `"${word}"`, `${word}impôt`, `impôt ${word}`]) {
      const { hits, proposal } = await ask(question);
      const said = JSON.stringify([
        proposal,
        hits.map(({ slug, ...shown }) => [slug, shown.snippet, shown.title]),
      ]);
      expect(said).not.toMatch(/mirabelle|quetsche|coquelicot|rutabaga/i);
    }
  });

  it('marks words that are there, in order, and opens sections that are there', async () => {
    for (const question of [...QUESTIONS.map(([typed]) => typed), ...HOSTILE]) {
      for (const { snippet, title, section } of (await ask(question)).hits) {
        for (const { text, ranges } of [snippet, title, section?.heading ?? title]) {
          const edges = ranges.flat();
          expect(edges, question).toEqual([...edges].sort((a, b) => a - b));
          expect(
            edges.every((edge) => edge >= 0 && edge <= text.length),
            question,
          ).toBe(true);
        }
        expect(section?.anchor ?? 'sans', question).toMatch(/^[a-z0-9-]+$/);
      }
    }
  });

  it('proposes the words that were joined with their blank', async () => {
    expect((await ask('intérêtscomposés')).proposal).toBe('intérêts composés');
  });
});
