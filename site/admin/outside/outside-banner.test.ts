import { describe, expect, it } from 'vitest';
import { postsOperations } from '#content/contract/posts-operations.ts';
import { initialState } from '../post-form/form-state.ts';
import { createFormStore } from '../post-form/form-store.ts';
import { takeNotice } from './outside-banner.tsx';

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
const editable = (pending: unknown = null) =>
  postsOperations.getEditablePost.output.parse({
    ...WHOLE,
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
  it('goes on with what another program left waiting, as a form opened on it would', () => {
    const form = createFormStore(initialState(editable()));
    expect(takeNotice(form, editable(PENDING))).toBe('refreshed');
    expect(form.state()).toEqual(initialState(editable(PENDING)));
    expect(takeNotice(form, editable(PENDING))).toBeNull();
  });

  it('leaves a text that is not saved as it is: the next save puts both together', () => {
    const form = createFormStore(initialState(editable()));
    form.change({ kind: 'typed', fields: { title: 'Autre' } });
    const before = form.state();
    expect(takeNotice(form, editable(PENDING))).toBe('changed');
    expect(form.state()).toBe(before);
  });
});
