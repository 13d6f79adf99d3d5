import { describe, expect, it } from 'vitest';
import { postsOperations } from '#content/contract/posts-operations.ts';
import { takeNotice } from './changed-banner.tsx';
import { initialState } from './form-state.ts';
import { createFormStore } from './form-store.ts';

const WHOLE = {
  id: '6f1f6a80-0000-4000-8000-000000000001',
  revision: 'a'.repeat(40),
  title: 'Titre',
  slug: 'titre',
  readTime: '1 min',
  isPublished: true,
  content: 'Texte',
  state: 'published',
};
const editable = (pending: unknown = null, live: object = {}) =>
  postsOperations.getEditablePost.output.parse({
    ...WHOLE,
    ...live,
    pending,
    isUnpublished: false,
    unreadable: null,
    wasDeletedElsewhere: false,
  });
const PENDING = {
  ...WHOLE,
  revision: 'b'.repeat(40),
  content: 'Texte, changé ailleurs',
  savedAt: '',
  readerNote: 'Mot',
  basedOn: WHOLE.revision,
};

describe('takeNotice', () => {
  it('goes on with what was left waiting elsewhere, as a form opened on it would', () => {
    const form = createFormStore(initialState(editable()));
    expect(takeNotice(form, editable(PENDING))).toBe('refreshed');
    expect(form.state()).toEqual(initialState(editable(PENDING)));
    expect(takeNotice(form, editable(PENDING))).toBe('none');
  });

  it('leaves a text that is not saved as it is: the next save puts both together', () => {
    const form = createFormStore(initialState(editable()));
    form.change({ kind: 'typed', fields: { title: 'Autre' } });
    const before = form.state();
    expect(takeNotice(form, editable(PENDING))).toBe('changed');
    expect(form.state()).toBe(before);
  });

  it('has the text that is on line as it is now, beside one that waits as it was', () => {
    const form = createFormStore(initialState(editable(PENDING)));
    const newer = editable(PENDING, { revision: 'c'.repeat(40), title: 'Titre d’ailleurs' });
    expect(takeNotice(form, newer)).toBe('none');
    expect(form.state()).toEqual(initialState(newer));
  });

  it('goes on from what was published of it, and tells nothing of a text that is the same', () => {
    const form = createFormStore(initialState(editable(PENDING)));
    const published = editable(null, { revision: 'c'.repeat(40), content: PENDING.content });
    expect(takeNotice(form, published)).toBe('none');
    expect(form.state()).toEqual(initialState(published));
  });
});
