import { describe, expect, it } from 'vitest';
import { newPostSchema, postEditSchema } from '#content/contract/fields.ts';
import { changedFields, newPost } from './changed-fields.ts';
import { EMPTY_VALUES, type FormValues } from './form-values.ts';

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
