import { ADDITIONS, MOVES } from './merge-move-scenarios.ts';

/** Three versions of a body and what becomes of them: a text, or the texts of the parts of a conflict. */
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

const PARAGRAPHS: readonly BodyRow[] = [
  ['ours changed alone', 'A.\n\nB.\n', 'A.\n\nB bis.\n', 'A.\n\nB.\n', 'A.\n\nB bis.\n'],
  ['theirs changed alone', 'A.\n\nB.\n', 'A.\n\nB.\n', 'A ter.\n\nB.\n', 'A ter.\n\nB.\n'],
  [
    'paragraphs far apart',
    'A.\n\nB.\n\nC.\n',
    'A un.\n\nB.\n\nC.\n',
    'A.\n\nB.\n\nC deux.\n',
    'A un.\n\nB.\n\nC deux.\n',
  ],
  ['neighbouring paragraphs', 'A.\n\nB.\n', 'A un.\n\nB.\n', 'A.\n\nB deux.\n', 'A un.\n\nB deux.\n'],
  [
    'neighbours, ours changed both',
    'Le prix.\n\nLa marge.\n',
    'Le prix un.\n\nLa marge un.\n',
    'Le prix.\n\nLa marge deux.\n',
    ['Le prix un.\n\n', ['La marge.', 'La marge deux.', 'La marge un.'], '\n'],
  ],
  ['both to the same', 'A.\n\nB.\n', 'A.\n\nX.\n', 'A.\n\nX.\n', 'A.\n\nX.\n'],
  [
    'one paragraph to two texts',
    'A.\n\nB.\n\nC.\n',
    'A.\n\nX.\n\nC.\n',
    'A.\n\nY.\n\nC.\n',
    ['A.\n\n', ['B.\n\n', 'Y.\n\n', 'X.\n\n'], 'C.\n'],
  ],
  ['ours adds at the end, theirs changes the start', 'A.\n', 'A.\n\nB.\n', 'A un.\n', 'A un.\n\nB.\n'],
  ['ours adds at the start, theirs at the end', 'A.\n', 'X.\n\nA.\n', 'A.\n\nY.\n', 'X.\n\nA.\n\nY.\n'],
  [
    'both add at the end: theirs, then ours',
    'A.\n',
    'A.\n\nNotre ajout.\n',
    'A.\n\nAutre chose.\n',
    'A.\n\nAutre chose.\n\nNotre ajout.\n',
  ],
  [
    'both add at one place in the middle',
    'A.\n\nB.\n',
    'A.\n\nNotre ajout.\n\nB.\n',
    'A.\n\nAutre chose.\n\nB.\n',
    'A.\n\nAutre chose.\n\nNotre ajout.\n\nB.\n',
  ],
  ['both add the same', 'A.\n\nB.\n', 'A.\n\nX.\n\nB.\n', 'A.\n\nX.\n\nB.\n', 'A.\n\nX.\n\nB.\n'],
  [
    'both add, one paragraph in common',
    'A.\n',
    'A.\n\nX.\n\nNous.\n',
    'A.\n\nEux.\n\nX.\n',
    'A.\n\nEux.\n\nX.\n\nNous.\n',
  ],
  [
    'both add nearly the same',
    'A.\n',
    'A.\n\nLe prix est de dix euros.\n',
    'A.\n\nLe prix est de douze euros.\n',
    ['A.\n\n', ['', 'Le prix est de douze euros.', 'Le prix est de dix euros.'], '\n'],
  ],
  [
    'ours deletes, theirs changes another',
    'A.\n\nB.\n\nC.\n',
    'A.\n\nC.\n',
    'A.\n\nB.\n\nC bis.\n',
    'A.\n\nC bis.\n',
  ],
  [
    'ours deletes what theirs edited',
    'A.\n\nB.\n\nC.\n',
    'A.\n\nC.\n',
    'A.\n\nB bis.\n\nC.\n',
    ['A.\n\n', ['B.\n\n', 'B bis.\n\n', ''], 'C.\n'],
  ],
  [
    'theirs deletes what ours edited',
    'A.\n\nB.\n\nC.\n',
    'A.\n\nB bis.\n\nC.\n',
    'A.\n\nC.\n',
    ['A.\n\n', ['B.\n\n', '', 'B bis.\n\n'], 'C.\n'],
  ],
  ['both delete the same', 'A.\n\nB.\n\nC.\n', 'A.\n\nC.\n', 'A.\n\nC.\n', 'A.\n\nC.\n'],
  ['each deletes another', 'A.\n\nB.\n\nC.\n', 'B.\n\nC.\n', 'A.\n\nB.\n', 'B.\n'],
  [
    'ours deletes, theirs adds beside it',
    'A.\n\nB.\n\nC.\n',
    'A.\n\nC.\n',
    'A.\n\nB.\n\nX.\n\nC.\n',
    'A.\n\nX.\n\nC.\n',
  ],
  [
    'ours deletes a stretch, theirs adds inside it',
    'A.\n\nB.\n\nC.\n\nD.\n',
    'A.\n\nD.\n',
    'A.\n\nB.\n\nX.\n\nC.\n\nD.\n',
    ['A.\n\n', ['B.\n\nC.\n\n', 'B.\n\nX.\n\nC.\n\n', ''], 'D.\n'],
  ],
  ['ours deletes all, theirs edits one', 'A.\n\nB.\n', '', 'A.\n\nB bis.\n', [['B.', 'B bis.', ''], '\n']],
  [
    'ours moves a paragraph, theirs edits another',
    'A.\n\nB.\n\nC.\n',
    'B.\n\nC.\n\nA.\n',
    'A.\n\nB.\n\nC bis.\n',
    'B.\n\nC bis.\n\nA.\n',
  ],
  [
    'ours cuts a paragraph in two, theirs edits its end',
    'Un mot ici. Deux mots là. Trois mots enfin.\n',
    'Un mot ici.\n\nDeux mots là. Trois mots enfin.\n',
    'Un mot ici. Deux mots là. Trois mots partout.\n',
    'Un mot ici.\n\nDeux mots là. Trois mots partout.\n',
  ],
  [
    'an empty text filled twice',
    '',
    'Notre texte.\n',
    'Leur texte.\n',
    [['', 'Leur texte.', 'Notre texte.'], '\n'],
  ],
  ['an empty text filled once', '', 'Notre texte.\n', '', 'Notre texte.\n'],
  ['a text without a last line end', 'A.', 'A.\n\nB.', 'A un.', 'A un.\n\nB.'],
  [
    'blank lines before the text',
    '\nA.\n\nB.\n',
    '\nA un.\n\nB.\n',
    '\n\nA.\n\nB deux.\n',
    '\n\nA un.\n\nB deux.\n',
  ],
  ['ours widens a gap, theirs edits', 'A.\n\nB.\n', 'A.\n\n\n\nB.\n', 'A un.\n\nB.\n', 'A un.\n\n\n\nB.\n'],
];

const SENTENCES: readonly BodyRow[] = [
  [
    'two sentences of one paragraph',
    'Un mot. Deux mots. Trois mots.\n',
    'Un seul mot. Deux mots. Trois mots.\n',
    'Un mot. Deux mots. Trois mots bis.\n',
    'Un seul mot. Deux mots. Trois mots bis.\n',
  ],
  [
    'neighbouring sentences',
    'Un mot. Deux mots.\n',
    'Un seul mot. Deux mots.\n',
    'Un mot. Deux mots bis.\n',
    'Un seul mot. Deux mots bis.\n',
  ],
  [
    'one sentence to two',
    'Un mot. Deux mots. Trois mots.\n',
    'Un mot. Deux mots à nous. Trois mots.\n',
    'Un mot. Deux mots à eux. Trois mots.\n',
    ['Un mot. ', ['Deux mots. ', 'Deux mots à eux. ', 'Deux mots à nous. '], 'Trois mots.\n'],
  ],
  [
    'the last sentence to two',
    'Un mot. Deux mots.\n',
    'Un mot. Deux mots à nous.\n',
    'Un mot. Deux mots à eux.\n',
    ['Un mot. ', ['Deux mots.', 'Deux mots à eux.', 'Deux mots à nous.'], '\n'],
  ],
  [
    'a sentence added, another edited',
    'Un mot. Deux mots.\n',
    'Un mot. Entre les deux. Deux mots.\n',
    'Un mot. Deux mots bis.\n',
    'Un mot. Entre les deux. Deux mots bis.\n',
  ],
  [
    'two sentences added at the end',
    'Un mot.\n',
    'Un mot. Notre fin.\n',
    'Un mot. Leur conclusion.\n',
    'Un mot. Leur conclusion. Notre fin.\n',
  ],
  [
    'a sentence deleted, another edited',
    'Un mot. Deux mots. Trois mots.\n',
    'Un mot. Trois mots.\n',
    'Un mot. Deux mots. Trois mots bis.\n',
    'Un mot. Trois mots bis.\n',
  ],
  [
    'a sentence deleted that theirs edited',
    'Un mot. Deux mots. Trois mots.\n',
    'Un mot. Trois mots.\n',
    'Un mot. Deux mots bis. Trois mots.\n',
    ['Un mot. ', ['Deux mots. ', 'Deux mots bis. ', ''], 'Trois mots.\n'],
  ],
  [
    'each keeps the sentence that the other deletes',
    'Un mot. Deux mots.\n',
    'Un mot.\n',
    'Deux mots.\n',
    [['Un mot. Deux mots.', 'Deux mots.', 'Un mot.'], '\n'],
  ],
  [
    'French quotes and blanks',
    'Il dit : «\u00a0Non.\u00a0» Puis il part. Elle reste.\n',
    'Il dit : «\u00a0Oui.\u00a0» Puis il part. Elle reste.\n',
    'Il dit : «\u00a0Non.\u00a0» Puis il part. Elle reste là.\n',
    'Il dit : «\u00a0Oui.\u00a0» Puis il part. Elle reste là.\n',
  ],
  [
    'a question with a narrow blank',
    'Pourquoi\u202f? Parce que.\n',
    'Pourquoi donc\u202f? Parce que.\n',
    'Pourquoi\u202f? Parce que oui.\n',
    'Pourquoi donc\u202f? Parce que oui.\n',
  ],
  [
    'abbreviations end no sentence',
    'M. Martin voit Mme Duval, p. ex. le lundi. Il la salue.\n',
    'M. Martin voit Mme Duval, p. ex. le mardi. Il la salue.\n',
    'M. Martin voit Mme Duval, p. ex. le lundi. Il la salue bien.\n',
    'M. Martin voit Mme Duval, p. ex. le mardi. Il la salue bien.\n',
  ],
  [
    'lines broken anew by ours, a word by theirs',
    'Un mot ici. Deux\nmots là.\n',
    'Un mot ici.\nDeux mots là.\n',
    'Un seul mot ici. Deux\nmots là.\n',
    'Un seul mot ici.\nDeux mots là.\n',
  ],
  [
    'only blanks changed, by both, in two ways',
    'Un  mot.\n',
    'Un mot.\n',
    'Un   mot.\n',
    [['Un  mot.', 'Un   mot.', 'Un mot.'], '\n'],
  ],
];

const BLOCKS: readonly BodyRow[] = [
  [
    'two items of a list',
    '- un\n- deux\n- trois\n',
    '- un bis\n- deux\n- trois\n',
    '- un\n- deux\n- trois ter\n',
    '- un bis\n- deux\n- trois ter\n',
  ],
  [
    'neighbouring items',
    '- un\n- deux\n',
    '- un bis\n- deux\n',
    '- un\n- deux ter\n',
    '- un bis\n- deux ter\n',
  ],
  [
    'items added to one list by both',
    '- un\n\nFin.\n',
    '- un\n- nous\n\nFin.\n',
    '- un\n- eux\n\nFin.\n',
    '- un\n- eux\n- nous\n\nFin.\n',
  ],
  [
    'an item deleted, another edited',
    '1. un\n2. deux\n3. trois\n',
    '1. un\n3. trois\n',
    '1. un\n2. deux\n3. trois ter\n',
    '1. un\n3. trois ter\n',
  ],
  [
    'items under items',
    '- un\n  - a\n  - b\n',
    '- un\n  - a bis\n  - b\n',
    '- un\n  - a\n  - b\n  - c\n',
    '- un\n  - a bis\n  - b\n  - c\n',
  ],
  [
    'code is one piece',
    '```\na\n\nb\n```\n',
    '```\na1\n\nb\n```\n',
    '```\na\n\nb2\n```\n',
    [['```\na\n\nb\n```', '```\na\n\nb2\n```', '```\na1\n\nb\n```'], '\n'],
  ],
  [
    'code of ours beside a text of theirs',
    'Avant.\n\n```\n# a\n- b\n```\nAprès.\n',
    'Avant.\n\n```\n# a\n- c\n```\nAprès.\n',
    'Avant bis.\n\n```\n# a\n- b\n```\nAprès tout.\n',
    'Avant bis.\n\n```\n# a\n- c\n```\nAprès tout.\n',
  ],
  [
    'a fence never closed',
    'A.\n\n```\nx\n\ny\n',
    'A un.\n\n```\nx\n\ny\n',
    'A.\n\n```\nx\n\nz\n',
    'A un.\n\n```\nx\n\nz\n',
  ],
  [
    'rows of a table',
    '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n',
    '| a | b |\n|---|---|\n| 1 | 9 |\n| 3 | 4 |\n',
    '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 8 |\n',
    '| a | b |\n|---|---|\n| 1 | 9 |\n| 3 | 8 |\n',
  ],
  [
    'one row to two',
    'a | b\n--|--\n1 | 2\n',
    'a | b\n--|--\n1 | 3\n',
    'a | b\n--|--\n1 | 4\n',
    ['a | b\n--|--\n', ['1 | 2', '1 | 4', '1 | 3'], '\n'],
  ],
  [
    'a heading by ours, its text by theirs',
    '## Titre\nTexte.\n',
    '## Autre titre\nTexte.\n',
    '## Titre\nTexte bis.\n',
    '## Autre titre\nTexte bis.\n',
  ],
  [
    'one heading to two',
    '## Titre\n\nTexte.\n',
    '## Titre un\n\nTexte.\n',
    '## Titre deux\n\nTexte.\n',
    [['## Titre\n\n', '## Titre deux\n\n', '## Titre un\n\n'], 'Texte.\n'],
  ],
  [
    'a quote in lines',
    '> Un mot.\n> Deux mots.\n',
    '> Un seul mot.\n> Deux mots.\n',
    '> Un mot.\n> Deux mots.\n> Trois mots.\n',
    '> Un seul mot.\n> Deux mots.\n> Trois mots.\n',
  ],
  [
    'a paragraph becomes a heading',
    'Titre\n\nTexte.\n',
    '## Titre\n\nTexte.\n',
    'Titre\n\nTexte bis.\n',
    '## Titre\n\nTexte bis.\n',
  ],
  [
    'a line of a paragraph that looks like an item',
    'En tout\n1986. Puis\n',
    'En tout\n1986. Puis rien\n',
    'En tout\n1986. Puis\n\nFin.\n',
    'En tout\n1986. Puis rien\n\nFin.\n',
  ],
  [
    'an image added beside an edited text',
    'A.\n\nB.\n',
    'A.\n\n![Vue](/images/a.png)\n\nB.\n',
    'A.\n\nB bis.\n',
    'A.\n\n![Vue](/images/a.png)\n\nB bis.\n',
  ],
];

/** Scenarios of a body, each with its fixed result. */
export const BODY_SCENARIOS: readonly BodyScenario[] = [
  ...PARAGRAPHS,
  ...SENTENCES,
  ...BLOCKS,
  ...MOVES,
  ...ADDITIONS,
].map(([name, base, ours, theirs, merged]) => ({ name, base, ours, theirs, merged }));
