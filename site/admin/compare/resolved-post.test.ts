import { describe, expect, it } from 'vitest';
import { type EditConflict, editConflictSchema } from '#content/contract/conflict.ts';
import { type Choice, NO_CHOICES } from './composed-body.ts';
import { disputedFields, isWritten, resolvedPost, unknownKeys } from './resolved-post.ts';

const SIDE = {
  id: '6f1f6a80-0000-4000-8000-000000000001',
  title: 'Titre',
  slug: 'titre',
  excerpt: 'Extrait',
  category: 'Business',
  tags: ['a'],
  readTime: '1 min',
  isPublished: false,
  content: 'Un.\n\nDeux.\n\nTrois.\n',
};

const CONFLICT: EditConflict = editConflictSchema.parse({
  base: SIDE,
  theirs: {
    ...SIDE,
    title: 'Leur titre',
    tags: ['a', 'b'],
    excerpt: 'Leur extrait',
    revision: 'a'.repeat(40),
  },
  yours: { ...SIDE, title: 'Mon titre', tags: ['a', 'c'], category: 'Mindset' },
  fields: ['title', 'auteur'],
  merged: {
    ...SIDE,
    title: 'Leur titre',
    tags: ['a', 'b', 'c'],
    excerpt: 'Leur extrait',
    category: 'Mindset',
  },
  body: [
    { kind: 'agreed', text: 'Un !\n\n' },
    { kind: 'disputed', base: 'Deux.\n\n', theirs: 'Deux A.\n\n', yours: 'Deux B.\n\n' },
    { kind: 'agreed', text: 'Trois.\n' },
  ],
});
const FIELDS = { title: { kind: 'mine' } } as const;

describe('resolvedPost', () => {
  it('resolves nothing while a part or a field is open', () => {
    expect(resolvedPost(CONFLICT, NO_CHOICES)).toBeNull();
    expect(resolvedPost(CONFLICT, { parts: { 1: { kind: 'mine' } }, fields: {} })).toBeNull();
    expect(resolvedPost(CONFLICT, { parts: {}, fields: FIELDS })).toBeNull();
  });

  it.each([
    [{ kind: 'mine' } as const, 'Deux B.\n\n'],
    [{ kind: 'theirs' } as const, 'Deux A.\n\n'],
    [{ kind: 'both' } as const, 'Deux A.\n\nDeux B.\n\n'],
    [{ kind: 'edited', text: 'Deux C.\n\n' } as const, 'Deux C.\n\n'],
  ])('puts the text together with %o', (choice, text) => {
    const resolved = resolvedPost(CONFLICT, { parts: { 1: choice }, fields: FIELDS });
    expect(resolved?.content).toBe(`Un !\n\n${text}Trois.\n`);
  });

  it('gives the bytes of one side back where it alone was chosen and nothing else merged', () => {
    const yours = { ...CONFLICT.yours, content: '- Un\n- Trois\n\n\nQuatre' };
    const body = [
      { kind: 'agreed' as const, text: '- Un\n\n' },
      { kind: 'disputed' as const, base: 'Deux.\n\n', theirs: 'Deux A.\n\n', yours: '' },
      { kind: 'agreed' as const, text: '- Trois\n\nQuatre\n' },
    ];
    const resolved = resolvedPost(
      { ...CONFLICT, yours, body },
      { parts: { 1: { kind: 'mine' } }, fields: FIELDS },
    );
    expect(resolved?.content).toBe(yours.content);
  });

  it('has the subtitle chosen, or put together by hand', () => {
    const conflict: EditConflict = {
      ...CONFLICT,
      theirs: { ...CONFLICT.theirs, subtitle: 'Le leur' },
      yours: { ...CONFLICT.yours, subtitle: 'Le mien' },
      fields: ['subtitle'],
      merged: { ...CONFLICT.merged, subtitle: 'Le leur' },
      body: [{ kind: 'agreed', text: 'Un.\n' }],
    };
    expect(disputedFields(conflict)).toEqual(['subtitle']);
    expect(isWritten('subtitle')).toBe(true);
    expect(resolvedPost(conflict, NO_CHOICES)).toBeNull();
    const choose = (choice: Choice) => resolvedPost(conflict, { parts: {}, fields: { subtitle: choice } });
    expect(choose({ kind: 'theirs' })?.subtitle).toBe('Le leur');
    expect(choose({ kind: 'edited', text: 'Le nôtre' })?.subtitle).toBe('Le nôtre');
  });

  it('takes chosen fields, and of the others what both sides made of them together', () => {
    const resolved = resolvedPost(CONFLICT, { parts: { 1: { kind: 'mine' } }, fields: FIELDS });
    expect(resolved).toMatchObject({
      title: 'Mon titre',
      tags: ['a', 'b', 'c'],
      excerpt: 'Leur extrait',
      category: 'Mindset',
    });
  });

  it('leaves a read time to be computed that no side states', () => {
    const resolved = resolvedPost(CONFLICT, { parts: { 1: { kind: 'mine' } }, fields: FIELDS });
    expect(resolved?.readTime).toBe('');
  });
});

describe('disputedFields', () => {
  it('leaves out what the form does not know, which unknownKeys names', () => {
    expect(disputedFields(CONFLICT)).toEqual(['title']);
    expect(unknownKeys(CONFLICT)).toEqual(['auteur']);
  });
});

describe('a choice of both', () => {
  it('puts sentences of one paragraph after one another', () => {
    const body = [
      { kind: 'agreed', text: 'Un. ' },
      { kind: 'disputed', base: 'Deux.', theirs: 'Deux A.', yours: 'Deux B.' },
    ] as const;
    const conflict = { ...CONFLICT, fields: [], body: [...body] };
    expect(resolvedPost(conflict, { parts: { 1: { kind: 'both' } }, fields: {} })?.content).toBe(
      'Un. Deux A. Deux B.',
    );
  });

  it('has the keywords of both, where all of both versions is asked', () => {
    const conflict = {
      ...CONFLICT,
      fields: ['tags'],
      merged: { ...CONFLICT.merged, tags: ['a', 'b'] },
      body: [],
    };
    expect(resolvedPost(conflict, { parts: {}, fields: { tags: { kind: 'both' } } })?.tags).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it.each([
    ['items', '- a\n', '- b\n', '- b\n- a\n'],
    ['rows', '| a |\n', '| b |\n', '| b |\n| a |\n'],
    ['tables', '| a |\n| - |\n', '| b |\n| - |\n', '| b |\n| - |\n\n| a |\n| - |\n'],
  ])('puts %s one after the other', (_name, yours, theirs, text) => {
    const part = { kind: 'disputed' as const, base: '', theirs, yours };
    const conflict = { ...CONFLICT, fields: [], body: [part] };
    expect(resolvedPost(conflict, { parts: { 0: { kind: 'both' } }, fields: {} })?.content).toBe(text);
  });
});
