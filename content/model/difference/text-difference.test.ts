import { describe, expect, it } from 'vitest';
import { splitParagraphs, type TextPart, textDifference, withPartRestored } from './text-difference.ts';
import { wordRuns } from './word-difference.ts';

/** Pseudo-random numbers, the same on every machine. */
function chance(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const marked = (before: string, after: string): string =>
  wordRuns(before, after)
    .map(({ kind, text }) => (kind === 'kept' ? text : kind === 'added' ? `{+${text}+}` : `[-${text}-]`))
    .join('');

describe('wordRuns', () => {
  it('marks words, elisions apart, and joins neighbours in one mark', () => {
    expect(marked('Il boit l’eau fraîche.', 'Il boit l’air frais.')).toBe(
      'Il boit l’[-eau fraîche-]{+air frais+}.',
    );
    expect(marked('Un deux trois.', 'Un trois.')).toBe('Un [-deux -]trois.');
    expect(marked('', 'Neuf')).toBe('{+Neuf+}');
    expect(marked('Pareil', 'Pareil')).toBe('Pareil');
  });

  it('gives both texts back, whatever they are', () => {
    const random = chance(7);
    const words = ['a', 'b', ' ', 'l’', '.', '\n', 'é', '👩‍🚀', '-'];
    for (let round = 0; round < 400; round += 1) {
      const text = () => Array.from({ length: random(14) }, () => words[random(words.length)]).join('');
      const [before, after] = [text(), text()];
      const runs = wordRuns(before, after);
      const side = (without: string) =>
        runs.flatMap(({ kind, text: run }) => (kind === without ? [] : [run])).join('');
      expect([side('added'), side('removed')]).toEqual([before, after]);
    }
  });

  it('finds as few changes as there are', () => {
    const words = Array.from({ length: 3000 }, (_, at) => `mot${at}`);
    const changed = words.map((word, at) => (at % 300 === 7 ? `${word}bis` : word));
    const runs = wordRuns(words.join(' '), changed.join(' '));
    expect(runs.filter(({ kind }) => kind === 'added')).toHaveLength(10);
  });
});

describe('splitParagraphs', () => {
  it('cuts at blank lines outside code, and loses nothing', () => {
    const text = '\n# Titre\n\nUn\nsuite\n \n\n```js\na\n\nb\n```\n\n- x\n- y';
    const paragraphs = splitParagraphs(text);
    expect(paragraphs.map((paragraph) => paragraph.text)).toEqual([
      '',
      '# Titre',
      'Un\nsuite',
      '```js\na\n\nb\n```',
      '- x\n- y',
    ]);
    expect(paragraphs.map(({ text: piece, after }) => piece + after).join('')).toBe(text);
  });
});

const shape = (parts: readonly TextPart[]): readonly string[] =>
  parts.map((part) =>
    part.kind === 'changed' ? `changed ${part.before} → ${part.after}` : `${part.kind} ${part.text}`,
  );

describe('textDifference', () => {
  it('says which paragraphs were kept, changed, added and removed', () => {
    const before = 'Premier paragraphe du texte.\n\nDeuxième.\n\nTout autre chose ici.\n\nFin.\n';
    const after = 'Premier paragraphe d’un texte.\n\nDeuxième.\n\nFin.\n\nAjouté pour finir.\n';
    expect(shape(textDifference(before, after))).toEqual([
      'changed Premier paragraphe du texte. → Premier paragraphe d’un texte.',
      'kept Deuxième.',
      'removed Tout autre chose ici.',
      'kept Fin.',
      'added Ajouté pour finir.',
    ]);
  });

  it('pairs a paragraph with its own new version among others that came', () => {
    const before = 'La trésorerie se pilote chaque semaine.\n';
    const after = 'Bonjour à tous.\n\nLa trésorerie se pilote chaque mois.\n';
    expect(shape(textDifference(before, after))).toEqual([
      'added Bonjour à tous.',
      'changed La trésorerie se pilote chaque semaine. → La trésorerie se pilote chaque mois.',
    ]);
  });

  it('keeps what stayed of a long text in which much changed', () => {
    const text = (word: string) =>
      Array.from({ length: 3000 }, (_, at) => `Le ${at % 3 === 0 ? word : 'mot'} ${at} de ce texte.`);
    const parts = textDifference(text('vieux').join('\n\n'), ['Bonjour.', ...text('neuf')].join('\n\n'));
    const count = (wanted: TextPart['kind']) => parts.filter(({ kind }) => kind === wanted).length;
    expect([count('kept'), count('changed'), count('added'), count('removed')]).toEqual([2000, 1000, 1, 0]);
  });

  it('ends on texts that have nothing in common, however long', () => {
    const text = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word} ${at}.`).join('\n\n');
    const parts = textDifference(text('Avant'), text('Après'));
    expect(parts.filter(({ kind }) => kind === 'removed')).toHaveLength(20_000);
    const [only] = textDifference(`${'a b '.repeat(50_000)}fin`, `${'b c '.repeat(50_000)}fin`);
    expect(only?.kind).toBe('changed');
  });
});

describe('withPartRestored', () => {
  const before = 'Un.\n\nDeux avant le changement.\n\nTrois.\n\nQuatre.\n';
  const after = 'Un.\n\nDeux après le changement.\n\nCinq.\n\nQuatre.\n';

  it('takes one part back and leaves every other character', () => {
    const kinds = textDifference(before, after).map(({ kind }) => kind);
    expect(kinds).toEqual(['kept', 'changed', 'removed', 'added', 'kept']);
    const restored = kinds.map((_, part) => withPartRestored(before, after, part));
    expect(restored).toEqual([
      null,
      'Un.\n\nDeux avant le changement.\n\nCinq.\n\nQuatre.\n',
      'Un.\n\nDeux après le changement.\n\nTrois.\n\nCinq.\n\nQuatre.\n',
      'Un.\n\nDeux après le changement.\n\nQuatre.\n',
      null,
    ]);
    expect(withPartRestored(before, after, 5)).toBe(null);
  });

  it('keeps paragraphs apart when the last one changes', () => {
    expect(withPartRestored('Un.\n\nDeux.', 'Un.', 1)).toBe('Un.\n\nDeux.');
    expect(withPartRestored('Zéro.', 'Un tout autre.', 0)).toBe('Zéro.\n\nUn tout autre.');
  });

  it('makes, part after part, the older text of any two', () => {
    const random = chance(3);
    const sentences = ['Alpha bêta gamma.', 'Alpha bêta delta.', 'Tout autre.', 'Encore.', '# Titre'];
    for (let round = 0; round < 200; round += 1) {
      const text = () =>
        Array.from({ length: random(6) }, () => `${sentences[random(sentences.length)]}\n`).join('\n');
      const [older, newer] = [text(), text()];
      let now = newer;
      for (let steps = 0; steps < 20; steps += 1) {
        const part = textDifference(older, now).findIndex(({ kind }) => kind !== 'kept');
        if (part === -1) break;
        now = withPartRestored(older, now, part) ?? now;
      }
      expect(now.trimEnd()).toBe(older.trimEnd());
    }
  });
});
