import { describe, expect, it } from 'vitest';
import { type EditablePost, postsOperations, savedPostSchema } from '#content/contract/posts-operations.ts';
import {
  carryOver,
  changeForm,
  type FormState,
  initialState,
  isDirty,
  withBothChanges,
} from './form-state.ts';
import { EMPTY_VALUES, type FormValues } from './form-values.ts';

const editable = postsOperations.getEditablePost.output;

const WHOLE = {
  id: '6f1f6a80-0000-4000-8000-000000000001',
  revision: 'a'.repeat(40),
  title: 'Titre',
  slug: 'titre',
  readTime: '1 min',
  isPublished: true,
  content: 'Un.\n\nDeux.',
  state: 'published',
};
const POST: EditablePost = editable.parse({
  ...WHOLE,
  pending: null,
  isUnpublished: false,
  unreadable: null,
  wasDeletedElsewhere: false,
});
const PENDING = {
  ...WHOLE,
  revision: 'b'.repeat(40),
  title: 'En attente',
  savedAt: '',
  readerNote: null,
  basedOn: WHOLE.revision,
};
const WITH_PENDING: EditablePost = editable.parse({
  ...WHOLE,
  pending: PENDING,
  isUnpublished: false,
  unreadable: null,
  wasDeletedElsewhere: false,
});

/** What the service answers to a save of the title. */
const ANSWER = {
  ...WHOLE,
  title: 'Autre',
  revision: 'c'.repeat(40),
  change: 'update',
  wasMerged: false,
  hasPending: false,
  linksToMend: [],
};

function typed(state: FormState, fields: Partial<FormState['values']>): FormState {
  return changeForm(state, { kind: 'typed', fields });
}

describe('initialState', () => {
  it('opens on the pending version when there is one, and knows the live one', () => {
    const state = initialState(WITH_PENDING);
    expect([state.base.kind, state.values.title, state.live?.base.values.title]).toEqual([
      'pending',
      'En attente',
      'Titre',
    ]);
    expect(initialState(POST).base).toEqual({
      kind: 'live',
      revision: POST.revision,
      values: initialState(POST).values,
    });
  });
});

describe('a save that nothing was heard of', () => {
  it('is looked for among the last ones, and as the first, which may have made the article', () => {
    let state = initialState(POST);
    for (const title of ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
      state = changeForm(typed(state, { title }), { kind: 'sending' });
    const titles = state.base.unanswered?.map(({ sent }) => sent.title);
    expect(titles).toEqual(['a', 'd', 'e', 'f', 'g']);
  });
});

describe('isDirty', () => {
  it('is what differs from what is saved, whatever was typed and taken back', () => {
    const opened = initialState(POST);
    expect(isDirty(typed(opened, { title: 'Autre' }))).toBe(true);
    expect(isDirty(typed(typed(opened, { title: 'Autre' }), { title: 'Titre' }))).toBe(false);
  });
});

describe('changeForm', () => {
  it('is clean after a save of all that was typed', () => {
    const state = typed(initialState(POST), { title: 'Autre' });
    const post = savedPostSchema.parse(ANSWER);
    const after = changeForm(state, { kind: 'saved', sent: state.values, note: '', post });
    expect([isDirty(after), after.base.kind === 'live' && after.base.revision]).toEqual([
      false,
      'c'.repeat(40),
    ]);
  });

  it('stays dirty by what was typed during the save', () => {
    const sent = typed(initialState(POST), { title: 'Autre' });
    const post = savedPostSchema.parse(ANSWER);
    const after = changeForm(typed(sent, { title: 'Autre titre' }), {
      kind: 'saved',
      sent: sent.values,
      note: '',
      post,
    });
    expect([isDirty(after), after.values.title, after.base.values.title]).toEqual([
      true,
      'Autre titre',
      'Autre',
    ]);
  });

  it('says a note with the save it was written for, and goes on with one that waits', () => {
    const noted = changeForm(initialState(POST), { kind: 'note', text: 'Chiffres de 2026' });
    const saved = { kind: 'saved', sent: noted.values, post: savedPostSchema.parse(ANSWER) } as const;
    expect(isDirty(noted)).toBe(false);
    expect(changeForm(noted, { ...saved, note: 'Chiffres de 2026' }).note.text).toBe('');
    expect(changeForm(noted, { ...saved, note: 'Chiffres' }).note.text).toBe('Chiffres de 2026');
    const pending = { ...PENDING, readerNote: 'Mot' };
    const waiting = initialState(
      editable.parse({
        ...WHOLE,
        pending,
        isUnpublished: false,
        unreadable: null,
        wasDeletedElsewhere: false,
      }),
    );
    expect([waiting.note.text, isDirty(waiting)]).toEqual(['Mot', false]);
    expect(isDirty(changeForm(waiting, { kind: 'note', text: '' }))).toBe(true);
  });

  it('keeps its old base when what was typed meets what was merged', () => {
    const sent = typed(initialState(POST), { title: 'Autre' });
    const post = savedPostSchema.parse({
      ...ANSWER,
      content: 'Un, changé.\n\nDeux.',
      wasMerged: true,
    });
    const after = changeForm(typed(sent, { content: 'Un, dit autrement.\n\nDeux.' }), {
      kind: 'saved',
      sent: sent.values,
      note: '',
      post,
    });
    expect([after.base, after.values.content]).toEqual([sent.base, 'Un, dit autrement.\n\nDeux.']);
  });

  it('puts what was typed beside what somebody changed, though the save itself had nothing to put together', () => {
    const state = initialState(WITH_PENDING);
    const content = `Début. ${state.values.content}`;
    const post = savedPostSchema.parse({ ...ANSWER, content: `${state.values.content} Ailleurs.` });
    const after = changeForm(typed(state, { content }), {
      kind: 'saved',
      sent: state.values,
      note: '',
      post,
    });
    expect(after.values.content).toBe(`${content} Ailleurs.`);
  });

  it('goes back to the live article once the pending version is dropped', () => {
    const opened = initialState(WITH_PENDING);
    const after = changeForm(opened, { kind: 'dropped', sent: opened.values });
    expect([after.base.kind, after.values.title, isDirty(after)]).toEqual(['live', 'Titre', false]);
  });

  it('keeps what was typed while the pending version was dropped, whole where it touches what goes', () => {
    const opened = initialState(WITH_PENDING);
    const dropping = (fields: Partial<FormValues>) =>
      changeForm(typed(opened, fields), { kind: 'dropped', sent: opened.values });
    const beside = dropping({ content: 'Un.\n\nDeux, encore.' });
    const touching = dropping({ title: 'En attente encore' });
    expect([beside.values.title, beside.values.content]).toEqual(['Titre', 'Un.\n\nDeux, encore.']);
    expect([touching.values.title, touching.base.kind, isDirty(touching)]).toEqual([
      'En attente encore',
      'live',
      true,
    ]);
  });

  describe('read anew', () => {
    const read = (state: FormState, post: EditablePost) => changeForm(state, { kind: 'read', post });
    const NEWER = editable.parse({ ...WITH_PENDING, revision: 'd'.repeat(40), title: 'D’ailleurs' });

    it('goes on with what was left waiting elsewhere, and says so until the next save', () => {
      const after = read(initialState(POST), WITH_PENDING);
      expect(after).toEqual({ ...initialState(WITH_PENDING), news: 'refreshed' });
      expect(read(after, WITH_PENDING)).toBe(after);
      const sent = { sent: after.values, note: '', post: WITH_PENDING };
      expect(changeForm(after, { kind: 'kept-pending', ...sent }).news).toBe('none');
    });

    it('leaves a text that is not saved as it is, and says that both are put together', () => {
      const before = typed(initialState(POST), { slug: 'autre' });
      expect(read(before, WITH_PENDING)).toEqual({ ...before, news: 'changed' });
      expect(read(before, POST)).toBe(before);
    });

    it('has the text that is online as it is now, beside one that waits as it was', () => {
      expect(read(initialState(WITH_PENDING), NEWER)).toEqual(initialState(NEWER));
    });

    it('goes on from what was published of it, and tells nothing of a text that is the same', () => {
      const published = editable.parse({ ...POST, revision: 'd'.repeat(40), title: PENDING.title });
      expect(read(initialState(WITH_PENDING), published)).toEqual(initialState(published));
    });
  });

  it('resumes a kept text of a pending version that is gone as a text of the live article', () => {
    const kept = initialState(WITH_PENDING);
    const after = changeForm(initialState(POST), { kind: 'resumed', base: kept.base, values: kept.values });
    expect(after.base).toEqual({ ...kept.base, kind: 'live' });
  });

  it('keeps every word of an article that was deleted meanwhile, as a draft: whoever deleted it took it off the site', () => {
    const state = typed(initialState(POST), { title: 'Autre' });
    const after = changeForm(state, { kind: 'detached' });
    const values = { ...state.values, isPublished: false };
    expect([after.id, after.values, isDirty(after)]).toEqual([null, values, true]);
  });
});

describe('withBothChanges', () => {
  it.each([
    ['abc', 'abc', 'aXc', 'aXc'],
    ['abc d', 'aXc d', 'abc e', 'aXc e'],
    ['aa b', 'aaa b', 'aa c', 'aaa c'],
    [' b', 'a b', ' c', 'a c'],
    ['abc. d', '. d', 'abc. e', '. e'],
  ])(
    'makes of « %s », changed to « %s » and to « %s », « %s »: each changed no more than it had to',
    (before, one, other, both) => {
      expect([withBothChanges(before, one, other), withBothChanges(before, other, one)]).toEqual([
        both,
        both,
      ]);
    },
  );

  it('keeps a change at the top and one at the bottom, whichever comes first', () => {
    const before = 'Un.\n\nDeux.\n\nTrois.';
    const top = 'Un !\n\nDeux.\n\nTrois.';
    const bottom = 'Un.\n\nDeux.\n\nTrois et quatre.';
    expect(withBothChanges(before, top, bottom)).toBe('Un !\n\nDeux.\n\nTrois et quatre.');
    expect(withBothChanges(before, bottom, top)).toBe('Un !\n\nDeux.\n\nTrois et quatre.');
  });

  it('guesses nothing when both touch the same place', () => {
    expect(withBothChanges('un deux', 'un trois', 'un quatre')).toBeNull();
    expect(withBothChanges('un', 'un a', 'un b')).toBeNull();
  });
});

const SENT: FormValues = { ...EMPTY_VALUES, title: 'Titre', content: 'Un.\n\nDeux.\n\nTrois.', excerpt: 'E' };

describe('carryOver', () => {
  it('takes what the service answered when nothing was typed meanwhile', () => {
    const saved = { ...SENT, content: 'Un !\n\nDeux.\n\nTrois.', published: '2026-11-20T08:00:00.000Z' };
    expect(carryOver({ sent: SENT, saved, current: SENT, isNew: false })).toEqual(saved);
  });

  it('keeps what was typed during the save', () => {
    const current = { ...SENT, title: 'Titre plus long', content: `${SENT.content} Suite` };
    const saved = { ...SENT, slug: 'titre' };
    expect(carryOver({ sent: SENT, saved, current, isNew: true })).toEqual({
      ...current,
      slug: 'titre',
    });
  });

  it('puts what was typed into the merged text when they are apart', () => {
    const saved = { ...SENT, content: 'Un !\n\nDeux.\n\nTrois.' };
    const current = { ...SENT, content: 'Un.\n\nDeux.\n\nTrois et quatre.' };
    const carried = carryOver({ sent: SENT, saved, current, isNew: false });
    expect(carried?.content).toBe('Un !\n\nDeux.\n\nTrois et quatre.');
  });

  it('does not overwrite a merged change with what was typed at the same place', () => {
    const saved = { ...SENT, content: 'Un !\n\nDeux.\n\nTrois.' };
    const current = { ...SENT, content: 'Un ?\n\nDeux.\n\nTrois.' };
    expect(carryOver({ sent: SENT, saved, current, isNew: false })).toBeNull();
    const excerpts = { saved: { ...SENT, excerpt: 'Leur' }, current: { ...SENT, excerpt: 'Mon' } };
    expect(carryOver({ sent: SENT, ...excerpts, isNew: false })).toBeNull();
  });
});
