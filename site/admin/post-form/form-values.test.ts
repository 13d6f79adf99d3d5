import { describe, expect, it } from 'vitest';
import { newPostSchema, postEditSchema, type WholePost } from '#content/contract/fields.ts';
import { changedFields, EMPTY_VALUES, type FormValues, isSame, newPost, valuesOf } from './form-values.ts';

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

const SAVED: FormValues = {
  ...EMPTY_VALUES,
  title: 'Titre',
  slug: 'titre',
  content: 'Texte',
  excerpt: 'Extrait',
  category: 'Business',
  tags: ['a', 'b'],
  coverImageAlt: 'Un bureau',
  published: '2026-11-20T08:00:00.000Z',
};

describe('changedFields', () => {
  it('sends nothing of a form that was not touched', () => {
    expect(changedFields(SAVED, { ...SAVED, tags: ['a', 'b'] })).toEqual({});
  });

  it('sends what changed and nothing else', () => {
    const fields = changedFields(SAVED, { ...SAVED, title: 'Autre', isPublished: true, tags: ['b', 'a'] });
    expect(fields).toEqual({ title: 'Autre', isPublished: true, tags: ['b', 'a'] });
  });

  it('sends null for what was emptied', () => {
    const emptied = { ...SAVED, excerpt: '', coverImageAlt: '  ', published: '', tags: [], category: '' };
    const fields = changedFields(SAVED, emptied);
    expect(fields).toEqual({
      excerpt: null,
      coverImageAlt: null,
      published: null,
      tags: null,
      category: null,
    });
    expect(postEditSchema.parse(fields)).toEqual(fields);
  });

  it('keeps spaces and line ends of the text', () => {
    const content = '\r\n  Texte \r\n\r\n';
    expect(changedFields(SAVED, { ...SAVED, content })).toEqual({ content });
  });
});

describe('newPost', () => {
  it('leaves what is empty to the service', () => {
    const post = newPost({ ...EMPTY_VALUES, title: 'T', slug: 't', content: '', tags: ['a'] });
    expect(post).toEqual({ title: 'T', slug: 't', content: '', tags: ['a'], isPublished: false });
    expect(newPostSchema.parse(post)).toEqual(post);
  });
});
