/** Three versions of a body and what becomes of them: a text when they are merged, the parts when a person is asked. */
export interface BodyScenario {
  readonly name: string;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  /** A disputed part is [base, theirs, yours]. */
  readonly merged: string | readonly (string | readonly [base: string, theirs: string, yours: string])[];
}

/** A scenario in one line. */
export type BodyRow = readonly [
  name: string,
  base: string,
  ours: string,
  theirs: string,
  merged: BodyScenario['merged'],
];

const SPRING = 'Le prix d’une course dépend de la saison. Il monte en été. Il baisse en hiver.';
const MARGIN = 'La marge se calcule sur le prix net. Elle ne compte pas les remises.';
const TEAM = 'Une équipe décide chaque semaine. Elle note ses décisions dans un carnet.';

function body(...paragraphs: readonly string[]): string {
  return `${paragraphs.join('\n\n')}\n`;
}

/** Texts cut, joined and moved by one side, and changed by the other. */
export const MOVES: readonly BodyRow[] = [
  [
    'ours moves a paragraph that theirs edits',
    body(SPRING, MARGIN, TEAM),
    body(MARGIN, TEAM, SPRING),
    body(SPRING.replace('monte', 'grimpe'), MARGIN, TEAM),
    [
      [`${SPRING}\n\n`, `${SPRING.replace('monte', 'grimpe')}\n\n`, ''],
      `${MARGIN}\n\n${TEAM}\n\n`,
      ['', '', SPRING],
      '\n',
    ],
  ],
  [
    'theirs moves and edits a paragraph that ours edits elsewhere',
    body(SPRING, MARGIN, TEAM),
    body(SPRING.replace('baisse', 'chute'), MARGIN, TEAM),
    body(MARGIN, SPRING.replace('monte', 'grimpe'), TEAM),
    [
      [`${SPRING}\n\n`, '', `${SPRING.replace('baisse', 'chute')}\n\n`],
      `${MARGIN}\n\n`,
      ['', `${SPRING.replace('monte', 'grimpe')}\n\n`, ''],
      `${TEAM}\n`,
    ],
  ],
  [
    'ours moves and edits a paragraph of one sentence that theirs deletes',
    body('Le prix dépend de la saison.', MARGIN, TEAM),
    body(MARGIN, TEAM, 'Le prix net dépend de la saison.'),
    body(MARGIN, TEAM),
    [`${MARGIN}\n\n${TEAM}\n\n`, ['', '', 'Le prix net dépend de la saison.'], '\n'],
  ],
  [
    'each moves and edits a paragraph of one sentence',
    body('Le prix dépend de la saison.', MARGIN, TEAM, 'Fin.'),
    body(MARGIN, TEAM, 'Fin.', 'Le prix net dépend de la saison.'),
    body(MARGIN, 'Le prix brut dépend de la saison.', TEAM, 'Fin.'),
    [
      `${MARGIN}\n\n`,
      ['', 'Le prix brut dépend de la saison.\n\n', ''],
      `${TEAM}\n\nFin.\n\n`,
      ['', '', 'Le prix net dépend de la saison.'],
      '\n',
    ],
  ],
  [
    'each moves one paragraph to another place',
    body(SPRING, MARGIN, TEAM, 'Fin.'),
    body(MARGIN, TEAM, 'Fin.', SPRING),
    body(MARGIN, SPRING, TEAM, 'Fin.'),
    [`${MARGIN}\n\n`, ['', `${SPRING}\n\n`, ''], `${TEAM}\n\nFin.\n\n`, ['', '', SPRING], '\n'],
  ],
  [
    'both move one paragraph to the same place, theirs edits another',
    body(SPRING, MARGIN, TEAM, 'Fin.'),
    body(MARGIN, TEAM, SPRING, 'Fin.'),
    body(MARGIN.replace('remises', 'ristournes'), TEAM, SPRING, 'Fin.'),
    body(MARGIN.replace('remises', 'ristournes'), TEAM, SPRING, 'Fin.'),
  ],
  [
    'ours moves a paragraph, theirs edits the one it passes',
    body(SPRING, MARGIN, TEAM, 'Fin.'),
    body(MARGIN, TEAM, SPRING, 'Fin.'),
    body(SPRING, MARGIN, TEAM.replace('carnet', 'cahier'), 'Fin.'),
    body(MARGIN, TEAM.replace('carnet', 'cahier'), SPRING, 'Fin.'),
  ],
  [
    'ours moves a paragraph, theirs adds one after it',
    body(SPRING, MARGIN, TEAM, 'Fin.'),
    body(MARGIN, TEAM, SPRING, 'Fin.'),
    body(SPRING, 'Un ajout.', MARGIN, TEAM, 'Fin.'),
    [
      [`${SPRING}\n\n`, `${SPRING}\n\nUn ajout.\n\n`, ''],
      `${MARGIN}\n\n${TEAM}\n\n`,
      ['', '', `${SPRING}\n\n`],
      'Fin.\n',
    ],
  ],
  [
    'ours moves a list, theirs adds to it',
    body('- un prix\n- une marge', MARGIN, TEAM),
    body(MARGIN, TEAM, '- un prix\n- une marge'),
    body('- un prix\n- une marge\n- une équipe', MARGIN, TEAM),
    [
      ['- un prix\n- une marge\n\n', '- un prix\n- une marge\n- une équipe\n\n', ''],
      `${MARGIN}\n\n${TEAM}\n\n`,
      ['', '', '- un prix\n- une marge'],
      '\n',
    ],
  ],
  [
    'ours moves what theirs deletes',
    body(SPRING, MARGIN, TEAM),
    body(MARGIN, SPRING, TEAM),
    body(MARGIN, TEAM),
    [`${MARGIN}\n\n`, ['', '', `${SPRING}\n\n`], `${TEAM}\n`],
  ],
  [
    'ours deletes an item, theirs adds one below it',
    '- un prix\n- une marge\n',
    '- une marge\n',
    '- un prix\n  - net\n- une marge\n',
    [['- un prix\n', '- un prix\n  - net\n', ''], '- une marge\n'],
  ],
  [
    'ours adds an item, theirs one below the item above it',
    '- un prix\n\nFin.\n',
    '- un prix\n- une marge\n\nFin.\n',
    '- un prix\n  - net\n\nFin.\n',
    '- un prix\n  - net\n- une marge\n\nFin.\n',
  ],
  [
    'ours edits an item, theirs adds one below it',
    '- un prix. Il monte\n- une marge\n',
    '- un prix. Il baisse\n- une marge\n',
    '- un prix. Il monte\n  - net\n- une marge\n',
    '- un prix. Il baisse\n  - net\n- une marge\n',
  ],
  [
    'both change what stands below an item',
    '- un prix\n  - net\n',
    '- un prix\n  - net\n    - de taxes\n',
    '- un prix\n  - brut\n  - net\n',
    [['- un prix\n  - net', '- un prix\n  - brut\n  - net', '- un prix\n  - net\n    - de taxes'], '\n'],
  ],
  [
    'ours moves a section that theirs edits and adds to',
    body('## Prix', SPRING, '## Marge', MARGIN, '## Équipe', TEAM),
    body('## Marge', MARGIN, '## Équipe', TEAM, '## Prix', SPRING),
    body('## Prix', SPRING.replace('été', 'juin'), 'Un ajout.', '## Marge', MARGIN, '## Équipe', TEAM),
    [
      [`## Prix\n\n${SPRING}\n\n`, `## Prix\n\n${SPRING.replace('été', 'juin')}\n\nUn ajout.\n\n`, ''],
      `## Marge\n\n${MARGIN}\n\n## Équipe\n\n${TEAM}\n\n`,
      ['', '', `## Prix\n\n${SPRING}`],
      '\n',
    ],
  ],
  [
    'ours moves an item that theirs edits',
    '- un prix\n- une marge\n- une équipe\n\nFin.\n',
    '- une marge\n- une équipe\n- un prix\n\nFin.\n',
    '- un prix net\n- une marge\n- une équipe\n\nFin.\n',
    [
      ['- un prix\n', '- un prix net\n', ''],
      '- une marge\n- une équipe\n',
      ['', '', '- un prix\n\n'],
      'Fin.\n',
    ],
  ],
  [
    'ours cuts a paragraph in two, theirs edits both halves',
    body(SPRING, MARGIN),
    body('Le prix d’une course dépend de la saison.', 'Il monte en été. Il baisse en hiver.', MARGIN),
    body(SPRING.replace('dépend', 'varie').replace('baisse', 'chute'), MARGIN),
    body('Le prix d’une course varie de la saison.', 'Il monte en été. Il chute en hiver.', MARGIN),
  ],
  [
    'ours cuts a paragraph in two, theirs deletes the second half',
    body(SPRING, MARGIN),
    body('Le prix d’une course dépend de la saison. Il monte en été.', 'Il baisse en hiver.', MARGIN),
    body('Le prix d’une course dépend de la saison. Il monte en été.', MARGIN),
    body('Le prix d’une course dépend de la saison. Il monte en été.', MARGIN),
  ],
  [
    'ours joins two paragraphs, theirs edits both',
    body(SPRING, MARGIN, TEAM),
    body(`${SPRING} ${MARGIN}`, TEAM),
    body(SPRING.replace('monte', 'grimpe'), MARGIN.replace('remises', 'ristournes'), TEAM),
    body(`${SPRING.replace('monte', 'grimpe')} ${MARGIN.replace('remises', 'ristournes')}`, TEAM),
  ],
  [
    'ours deletes three paragraphs, theirs edits the middle one',
    body(SPRING, MARGIN, TEAM, 'Fin.'),
    body('Fin.'),
    body(SPRING, MARGIN.replace('remises', 'ristournes'), TEAM, 'Fin.'),
    [[`${MARGIN}\n\n`, `${MARGIN.replace('remises', 'ristournes')}\n\n`, ''], 'Fin.\n'],
  ],
  [
    'both add the same two paragraphs, each in another order',
    body(SPRING, MARGIN),
    body(SPRING, 'Un ajout.', 'Une suite.', MARGIN),
    body(SPRING, 'Une suite.', 'Un ajout.', MARGIN),
    body(SPRING, 'Une suite.', 'Un ajout.', MARGIN),
  ],
];

/** Lists, tables, lines and footnotes to which both sides add. */
export const ADDITIONS: readonly BodyRow[] = [
  [
    'two items that begin alike',
    '- Acheter du pain\n- Acheter du vin\n',
    '- Acheter du pain\n- Acheter du vin\n- Acheter du lait\n',
    '- Acheter du pain\n- Acheter du vin\n- Acheter du beurre\n',
    '- Acheter du pain\n- Acheter du vin\n- Acheter du beurre\n- Acheter du lait\n',
  ],
  [
    'numbered items: each counts on',
    '1. Un\n2. Deux\n',
    '1. Un\n2. Deux\n3. Trois\n',
    '1. Un\n2. Deux\n3. Quatre\n',
    ['1. Un\n2. Deux\n', ['', '3. Quatre', '3. Trois'], '\n'],
  ],
  [
    'a numbered item of ours, one below edited by theirs',
    '1. un\n2. deux\n3. trois\n',
    '1. un\n2. neuf\n3. deux\n4. trois\n',
    '1. un\n2. deux\n3. trois ter\n',
    ['1. un\n2. neuf\n3. deux\n', ['3. trois', '3. trois ter', '4. trois'], '\n'],
  ],
  [
    'a numbered item of ours, one above edited by theirs',
    '1. un\n2. deux\n3. trois\n',
    '1. un\n2. deux\n3. neuf\n4. trois\n',
    '1. un bis\n2. deux\n3. trois\n',
    '1. un bis\n2. deux\n3. neuf\n4. trois\n',
  ],
  [
    'numbered items that each adds at another place of one list',
    '1. un\n2. deux\n3. trois\n',
    '1. un\n2. neuf\n3. deux\n4. trois\n',
    '1. un\n2. deux\n3. trois\n4. dix\n',
    ['1. un\n', ['2. deux\n3. trois', '2. deux\n3. trois\n4. dix', '2. neuf\n3. deux\n4. trois'], '\n'],
  ],
  [
    'numbers that nobody counted',
    '1. un\n1. deux\n',
    '1. un\n1. deux\n1. nous\n',
    '1. un\n1. deux\n1. eux\n',
    ['1. un\n1. deux\n', ['', '1. eux', '1. nous'], '\n'],
  ],
  [
    'rows of a table',
    '| An | Prix |\n|--|--|\n| 2022 | 10 |\n',
    '| An | Prix |\n|--|--|\n| 2022 | 10 |\n| 2023 | 12 |\n',
    '| An | Prix |\n|--|--|\n| 2022 | 10 |\n| 2024 | 12 |\n',
    '| An | Prix |\n|--|--|\n| 2022 | 10 |\n| 2024 | 12 |\n| 2023 | 12 |\n',
  ],
  [
    'one row of a table, twice',
    '| An | Prix |\n|--|--|\n| 2022 | 10 |\n',
    '| An | Prix |\n|--|--|\n| 2022 | 10 |\n| 2023 | 12 |\n',
    '| An | Prix |\n|--|--|\n| 2022 | 10 |\n| 2023 | 14 |\n',
    ['| An | Prix |\n|--|--|\n| 2022 | 10 |\n', ['', '| 2023 | 14 |', '| 2023 | 12 |'], '\n'],
  ],
  [
    'lines of a poem',
    'Une ligne  \nDeux lignes  \nTrois.\n',
    'Une ligne à nous  \nDeux lignes  \nTrois.\n',
    'Une ligne  \nDeux lignes  \nTrois à eux.\n',
    'Une ligne à nous  \nDeux lignes  \nTrois à eux.\n',
  ],
  [
    'footnotes of two names',
    'Un[^1]. Deux.\n\n[^1]: Note un\n',
    'Un[^1]. Deux[^2].\n\n[^1]: Note un\n[^2]: Voir ici\n',
    'Un[^1]. Deux.\n\nTrois[^3].\n\n[^1]: Note un\n[^3]: Lire là\n',
    'Un[^1]. Deux[^2].\n\nTrois[^3].\n\n[^1]: Note un\n[^3]: Lire là\n[^2]: Voir ici\n',
  ],
  [
    'footnotes of one name',
    'Un mot. Deux mots.\n',
    'Un mot[^1]. Deux mots.\n\n[^1]: Voir le carnet\n',
    'Un mot. Deux mots[^1].\n\n[^1]: Lire la suite\n',
    ['Un mot[^1]. Deux mots[^1].\n\n', ['', '[^1]: Lire la suite', '[^1]: Voir le carnet'], '\n'],
  ],
];
