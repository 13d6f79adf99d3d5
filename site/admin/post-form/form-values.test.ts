import { describe, expect, it } from 'vitest';
import type { WholePost } from '#content/contract/fields.ts';
import { EMPTY_VALUES, isSame, valuesOf } from './form-values.ts';

const POST: WholePost = {
  id: '6f1f6a80-0000-4000-8000-000000000001',
  revision: 'a'.repeat(40),
  title: 'Titre',
  subtitle: null,
  slug: 'titre',
  excerpt: '',
  category: 'Business',
  tags: ['a'],
  published: null,
  unpublishAt: null,
  readTime: '1 min',
  isPublished: false,
  menu: false,
  coverImage: null,
  coverImageAlt: null,
  ogImage: null,
  socialTitle: null,
  socialDescription: null,
  formerAddresses: [],
  feedId: null,
  importedFrom: null,
  content: 'Un texte court.',
};

describe('valuesOf', () => {
  it('shows what is absent as empty, and a computed read time as computed', () => {
    expect(valuesOf(POST)).toEqual({
      ...EMPTY_VALUES,
      title: 'Titre',
      slug: 'titre',
      category: 'Business',
      tags: ['a'],
      content: 'Un texte court.',
    });
  });

  it('shows a read time that the file states', () => {
    expect(valuesOf({ ...POST, readTime: '12 min' }).readTime).toBe('12 min');
  });
});

describe('isSame', () => {
  it('compares tags by their words and their order', () => {
    const values = valuesOf(POST);
    expect(isSame(values, { ...values, tags: ['a'] })).toBe(true);
    expect(isSame(values, { ...values, tags: ['a', 'b'] })).toBe(false);
    expect(isSame({ ...values, tags: ['a', 'b'] }, { ...values, tags: ['b', 'a'] })).toBe(false);
  });
});
