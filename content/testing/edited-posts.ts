import type { Random } from './random.ts';

/** A body as paragraphs of sentences; each sentence is unlike every other. */
export type Prose = readonly (readonly string[])[];

const WORDS =
  'prix marge client trésorerie semaine décision banque tableau équipe délai facture projet course effort chiffre saison méthode question réserve salaire contrat objectif rythme carnet visite stock'.split(
    ' ',
  );
const ENDINGS = ['.', '.', '.', ' !', '\u202f?', '…', '. »'];

/** A sentence that says `name`, and which no other call makes. */
function newSentence(random: Random, name: string): string {
  const words = Array.from({ length: 3 + random.below(6) }, () => random.pick(WORDS));
  return `Le ${name} ${words.join(' ')}${random.pick(ENDINGS)}`;
}

/** Paragraphs, some of them items of a list. */
export function newProse(random: Random, name: string): Prose {
  return Array.from({ length: 1 + random.below(7) }, (_, paragraph) => {
    const sentences = Array.from({ length: 1 + random.below(4) }, (_, at) =>
      newSentence(random, `${name}${paragraph}x${at}`),
    );
    return random.oneIn(4)
      ? sentences.map((sentence, at) => (at === 0 ? `- ${sentence}` : sentence))
      : sentences;
  });
}

/** The prose after a few edits of one author, whose new sentences all say `name`. */
export function editedProse(random: Random, prose: Prose, name: string): Prose {
  return Array.from({ length: 1 + random.below(4) }).reduce<Prose>(
    (edited, _, step) => oneEdit(random, edited, `${name}${step}`),
    prose,
  );
}

function oneEdit(random: Random, prose: Prose, name: string): Prose {
  const at = random.below(prose.length + 1);
  const paragraph = prose[at];
  if (paragraph === undefined || random.oneIn(6)) return prose.toSpliced(at, 0, [newSentence(random, name)]);
  if (random.oneIn(6)) return prose.toSpliced(at, 1);
  if (random.oneIn(8)) return prose.toSpliced(at, 1).toSpliced(random.below(prose.length), 0, paragraph);
  const place = random.below(paragraph.length + 1);
  const removed = place === paragraph.length ? 0 : random.below(2);
  const added = removed === 1 && random.oneIn(3) ? [] : [newSentence(random, name)];
  const sentences = paragraph.toSpliced(place, removed, ...added);
  return sentences.length === 0 ? prose.toSpliced(at, 1) : prose.with(at, sentences);
}

/** The Markdown of a prose. */
export function proseText(prose: Prose): string {
  return prose
    .map((sentences, at) => {
      const isItem = (index: number): boolean => prose[index]?.[0]?.startsWith('- ') === true;
      const gap = at + 1 === prose.length || (isItem(at) && isItem(at + 1)) ? '\n' : '\n\n';
      return sentences.join(' ') + gap;
    })
    .join('');
}
