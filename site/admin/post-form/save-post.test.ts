import { describe, expect, it } from 'vitest';
import { createClient, OperationError } from '#content/contract/client.ts';
import { postsOperations, savedPostSchema } from '#content/contract/posts-operations.ts';
import { changeForm, type FormState, initialState } from './form-state.ts';
import { EMPTY_VALUES } from './form-values.ts';
import { findSaved, isNoteUnsaid, problemOf, savedPost, savePost } from './save-post.ts';

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
const PENDING = {
  ...WHOLE,
  revision: 'b'.repeat(40),
  savedAt: '',
  readerNote: null,
  basedOn: WHOLE.revision,
};
const SAVED = { ...WHOLE, change: 'update', wasMerged: false, hasPending: false, linksToMend: [] };

/** A client whose calls are noted and answered as a service would. */
function noted() {
  const calls: unknown[] = [];
  const client = createClient((name, input) => {
    calls.push([name, input]);
    return Promise.resolve(
      name === 'savePendingVersion'
        ? {
            ...WHOLE,
            pending: PENDING,
            isUnpublished: false,
            unreadable: null,
            wasDeletedElsewhere: false,
            wasMerged: false,
          }
        : SAVED,
    );
  });
  return { client, calls };
}

function opened(pending: unknown = null) {
  const state = initialState(
    postsOperations.getEditablePost.output.parse({
      ...WHOLE,
      pending,
      isUnpublished: false,
      unreadable: null,
      wasDeletedElsewhere: false,
    }),
  );
  return changeForm(state, { kind: 'typed', fields: { title: 'Autre' } });
}

const SENT = { id: WHOLE.id, title: 'Autre', fromSlug: WHOLE.slug };

describe('savePost', () => {
  it('sends what changed with the revision and the address it came from', async () => {
    const { client, calls } = noted();
    await savePost(client, changeForm(opened(), { kind: 'minor', isMinor: true }), 'live');
    const input = { ...SENT, revision: WHOLE.revision, isMinor: true };
    expect(calls).toEqual([['updatePost', input]]);
  });

  it('has a read time that is left to be computed follow the text, also where the file states what was computed', async () => {
    const { client, calls } = noted();
    const longer = changeForm(opened(), { kind: 'typed', fields: { content: 'Texte, long' } });
    await savePost(client, longer, 'live');
    await savePost(client, changeForm(longer, { kind: 'typed', fields: { readTime: '9 min' } }), 'live');
    const edit = { ...SENT, revision: WHOLE.revision, content: 'Texte, long' };
    expect(calls).toEqual([
      ['updatePost', { ...edit, readTime: null }],
      ['updatePost', { ...edit, readTime: '9 min' }],
    ]);
  });

  it('sends a note to readers that is new, takes back one that waits, and none with a minor correction', async () => {
    const { client, calls } = noted();
    const say = (state: FormState, text: string) => changeForm(state, { kind: 'note', text });
    await savePost(client, say(opened(), ' Mot '), 'live');
    await savePost(client, say(opened({ ...PENDING, readerNote: 'Mot' }), ''), 'pending');
    await savePost(client, changeForm(say(opened(), 'Mot'), { kind: 'minor', isMinor: true }), 'live');
    expect(calls).toEqual([
      ['updatePost', { ...SENT, revision: WHOLE.revision, readerNote: 'Mot' }],
      ['savePendingVersion', { ...SENT, revision: PENDING.revision, readerNote: null }],
      ['updatePost', { ...SENT, revision: WHOLE.revision, isMinor: true }],
    ]);
  });

  it('says when a note to readers went nowhere', async () => {
    const { client } = noted();
    const state = changeForm(opened(), { kind: 'note', text: 'Mot' });
    const done = await savePost(client, state, 'live');
    expect(isNoteUnsaid(done)).toBe(false);
    const post = savedPostSchema.parse({ ...SAVED, change: 'none' });
    expect(isNoteUnsaid({ kind: 'saved', sent: EMPTY_VALUES, note: 'Mot', post, wasMerged: false })).toBe(
      true,
    );
  });

  it('keeps a change apart', async () => {
    const { client, calls } = noted();
    const done = await savePost(client, opened(), 'pending');
    expect(calls).toEqual([['savePendingVersion', { ...SENT, revision: WHOLE.revision }]]);
    expect([done.kind, savedPost(done)]).toEqual(['kept-pending', null]);
  });

  it('keeps what was typed in a pending version before it goes live', async () => {
    const { client, calls } = noted();
    await savePost(client, opened({ ...PENDING, revision: 'c'.repeat(40) }), 'apply');
    expect(calls).toEqual([
      ['savePendingVersion', { ...SENT, revision: 'c'.repeat(40) }],
      ['applyPendingVersion', { id: WHOLE.id, revision: PENDING.revision }],
    ]);
  });

  it('shows what somebody else wrote in a pending version before that goes live', async () => {
    const held = { ...WHOLE, isUnpublished: false, unreadable: null, wasDeletedElsewhere: false };
    const unseen = { ...held, pending: { ...PENDING, title: 'À deux' } };
    const merging = createClient(() => Promise.resolve({ ...unseen, wasMerged: true }));
    const refusing = createClient((name) =>
      name === 'applyPendingVersion'
        ? Promise.reject(new OperationError({ status: 409, text: '', code: 'conflict', data: {} }))
        : Promise.resolve(unseen),
    );
    const editable = postsOperations.getEditablePost.output;
    const untouched = initialState(editable.parse({ ...held, pending: PENDING }));
    for (const done of [
      await savePost(merging, opened(PENDING), 'apply'),
      await savePost(refusing, untouched, 'apply'),
    ])
      expect(done).toMatchObject({
        kind: 'kept-pending',
        wasMerged: true,
        post: { pending: { title: 'À deux' } },
      });
  });

  it('creates an article that is not there yet', async () => {
    const { client, calls } = noted();
    const state = changeForm(initialState(null), { kind: 'typed', fields: { title: 'T', slug: 't' } });
    await savePost(client, state, 'live');
    const id = state.base.kind === 'new' ? state.base.id : '';
    expect(calls).toEqual([['createPost', { id, title: 'T', slug: 't', content: '', isPublished: false }]]);
  });
});

describe('findSaved', () => {
  const held = {
    ...WHOLE,
    title: 'Autre',
    isUnpublished: false,
    unreadable: null,
    wasDeletedElsewhere: false,
  };
  const clientOf = (post: unknown) => createClient(() => Promise.resolve(post));
  const sentOf = (state: FormState) => changeForm(state, { kind: 'sending' });
  const NEW = changeForm(initialState(null), {
    kind: 'typed',
    fields: { title: 'Autre', slug: 'titre', content: 'Texte', isPublished: true },
  });

  it('finds the article that a save made, or changed, or a text that it kept waiting', async () => {
    const live = clientOf({ ...held, pending: null });
    const post = { id: WHOLE.id };
    expect(await findSaved(live, sentOf(NEW))).toMatchObject({ sent: NEW.values, post });
    expect(await findSaved(live, sentOf(opened()))).toMatchObject({ sent: opened().values, post });
    const waiting = clientOf({ ...held, title: 'Titre', pending: { ...PENDING, title: 'Autre' } });
    const change = await findSaved(waiting, sentOf(opened()));
    expect(change === null ? null : changeForm(opened(), change).base.kind).toBe('pending');
  });

  it('finds a text that waited published as it was, and dated by that', async () => {
    const waiting = postsOperations.getEditablePost.output.parse({ ...held, pending: PENDING });
    const client = clientOf({
      ...held,
      title: 'Titre',
      published: '2026-07-01T10:00:00.000Z',
      pending: null,
    });
    const change = await findSaved(client, sentOf(initialState(waiting)));
    expect(change === null ? null : changeForm(initialState(waiting), change).base.kind).toBe('live');
    expect(await findSaved(clientOf({ ...held, pending: null }), sentOf(initialState(waiting)))).toBeNull();
  });

  it('finds the last of several saves, and goes on with what was written since', async () => {
    const earlier = sentOf(opened());
    const later = sentOf(changeForm(earlier, { kind: 'typed', fields: { content: 'Texte, long' } }));
    const state = changeForm(later, { kind: 'typed', fields: { content: 'Texte, long et fini' } });
    const client = clientOf({ ...held, content: 'Texte, long', pending: null });
    const change = await findSaved(client, state);
    const after = change === null ? state : changeForm(state, change);
    expect([after.base.values.content, after.values.content]).toEqual(['Texte, long', 'Texte, long et fini']);
  });

  it('leaves alone an article of other words, and one that nobody tried to save', async () => {
    const client = clientOf({ ...held, title: 'À un autre', pending: null });
    expect(await findSaved(client, sentOf(NEW))).toBeNull();
    expect(await findSaved(client, sentOf(opened()))).toBeNull();
    expect(await findSaved(clientOf({ ...held, pending: null }), opened())).toBeNull();
  });
});

describe('problemOf', () => {
  const failed = (code: string, data = {}) =>
    new OperationError({ status: 409, text: 'Phrase.', code, data });

  it('finds both texts in a conflict, and says the sentence when there are none', () => {
    const edit = { base: null, theirs: WHOLE, yours: WHOLE, fields: ['title'], merged: WHOLE, body: [] };
    expect(problemOf(failed('conflict', { edit }), 'live', '').kind).toBe('conflict');
    expect(problemOf(failed('conflict'), 'live', '')).toEqual({
      kind: 'refused',
      field: null,
      text: 'Phrase.',
    });
  });

  it.each([
    ['slug-taken', {}, { kind: 'refused', field: 'slug', text: 'Phrase.' }],
    ['invalid', { field: 'title' }, { kind: 'refused', field: 'title', text: 'Phrase.' }],
    ['invalid', { field: 'elsewhere' }, { kind: 'refused', field: null, text: 'Phrase.' }],
    ['not-found', {}, { kind: 'deleted' }],
  ])('names what an error %s is about', (code, data, problem) => {
    expect(problemOf(failed(code, data), 'live', '')).toEqual(problem);
  });

  it('does not take a missing pending version for a deleted article', () => {
    expect(problemOf(failed('not-found'), 'apply', '').kind).toBe('refused');
  });

  it('has words for what is no answer at all', () => {
    expect(problemOf(new TypeError('x'), 'live', 'Échec.')).toEqual({
      kind: 'refused',
      field: null,
      text: 'Échec.',
    });
  });
});
