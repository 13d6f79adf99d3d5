import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../markdown/render.ts';
import { imagesShown, passagesOf, postUpdates, type UpdateStep } from './post-updates.ts';

const passages = (source: string): readonly string[] =>
  passagesOf(renderMarkdown(source, { images: new Map() }).html);
const read = (source: string, title = 'Titre') => ({
  title,
  passages: passages(source),
  images: imagesShown({ coverImage: null, body: source }),
});

function step(kind: 'news' | 'minor', day: number, [before, after]: readonly [string, string]): UpdateStep {
  const span = { kind, at: Date.UTC(2026, 5, day), before: 0, after: 1, notes: [] };
  return { span, before: read(before), after: read(after) };
}

const A = 'Un premier paragraphe, assez long pour être reconnu.\n\nUn deuxième, qui ne change pas.\n';
const B = A.replace('premier', 'tout premier');
const C = `${B}\nUn troisième, ajouté à la fin.\n`;

describe('passagesOf', () => {
  it('reads words alone, one entry for each outermost element', () => {
    const text =
      "## L'été\n\nUn *mot*, [un lien](/a) et `a'b`[^1].\n\n- un\n- deux\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n[^1]: La note.\n";
    expect(passages(text)).toEqual([
      'L’été',
      "Un mot, un lien et a'b.",
      'un\ndeux',
      'a\nb\n1\n2',
      'Notes\nLa note.',
    ]);
  });

  it('does not see what only changes the form', () => {
    const form = A.replace('premier', '**premier**')
      .replace('deuxième', '[deuxième](/autre)')
      .replace(/ /g, '  ');
    expect(passages(form)).toEqual(passages(A));
    expect(passages('# A\n\n* x')).toEqual(passages('### A\n\n- x'));
  });
});

describe('postUpdates', () => {
  it('counts what was changed, added and removed, newest first, and shows it', () => {
    const { updates } = postUpdates([
      step('news', 3, [A, B]),
      step('news', 5, [B, C]),
      step('news', 7, [C, A]),
    ]);
    expect(
      updates.map(({ at, changed, added, removed }) => [at.slice(8, 10), changed, added, removed]),
    ).toEqual([
      ['07', 1, 0, 1],
      ['05', 0, 1, 0],
      ['03', 1, 0, 0],
    ]);
    expect(updates[1]?.parts).toEqual([{ kind: 'added', text: 'Un troisième, ajouté à la fin.' }]);
  });

  it('tells nothing of a change of form, and names a former title, a note and replaced images', () => {
    expect(postUpdates([step('news', 3, [A, A.replace('premier', '*premier*')])]).updates).toEqual([]);
    const told = step('news', 3, [A, A]);
    expect(postUpdates([{ ...told, span: { ...told.span, notes: ['Lien réparé.'] } }]).updates).toMatchObject(
      [{ notes: ['Lien réparé.'], parts: [] }],
    );
    const image = (digits: string): string => `${A}\n![La mer](/images/2025/mer-${digits}.jpg)\n`;
    const replaced = step('news', 3, [image('0123456789ab'), image('ba9876543210')]);
    expect(postUpdates([replaced]).updates).toMatchObject([{ replacedImages: 1, changed: 0, parts: [] }]);
    expect(postUpdates([step('news', 3, [A, `${A}\n---\n`])]).updates).toEqual([]);
    const renamed = { ...step('news', 3, [A, A]), after: read(A, 'Autre titre') };
    expect(postUpdates([renamed]).updates).toMatchObject([{ formerTitle: 'Titre', parts: [] }]);
  });

  it('says of each passage when news last changed it, wherever it has moved to; a minor change leaves no trace', () => {
    const minor = C.replace('troisième', 'troisieme').replace('deuxième', 'second');
    const {
      changedAt,
      passages: count,
      updates,
    } = postUpdates([
      step('news', 3, [A, B]),
      step('news', 5, [B, C]),
      step('minor', 6, [C, `Une ligne.\n\n${minor}`]),
    ]);
    expect(changedAt.map(([index, at]) => [index, at.slice(8, 10)])).toEqual([
      [1, '03'],
      [3, '05'],
    ]);
    expect(count).toBe(4);
    expect(updates).toHaveLength(2);
  });

  it('shows no more words than a page has room for, the newest first', () => {
    const long = (word: string) => `${`${word} `.repeat(3_000)}\n`;
    const { updates } = postUpdates([step('news', 3, [long('un'), long('deux')]), step('news', 5, [A, C])]);
    expect(updates.map(({ parts }) => parts === null)).toEqual([false, true]);
  });
});
