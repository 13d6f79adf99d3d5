import { describe, expect, it } from 'vitest';
import { type FormBase, newBase } from '../post-form/form-state.ts';
import { EMPTY_VALUES, type FormValues } from '../post-form/form-values.ts';
import { holdsChanges, savedAlready } from './find-kept.ts';
import { type KeptRecord, keptRecord, NEW_SUBJECT } from './kept-record.ts';

const BASE: FormValues = {
  ...EMPTY_VALUES,
  title: 'Carnet',
  tags: ['a', 'b'],
  content: 'Un deux.\n\nTrois.\n',
};
const isHeld = (typed: Partial<FormValues>, held: Partial<FormValues>) =>
  holdsChanges({ base: BASE, typed: { ...BASE, ...typed }, held: { ...BASE, ...held } });

describe('holdsChanges', () => {
  it.each([
    ['words beside other words', 'Un deux mille.\n\nTrois.\n', 'Un deux mille.\n\nTrois ou quatre.\n'],
    ['words of one paragraph', 'Un et deux.\n\nTrois.\n', 'Un et deux. Et puis.\n\nTrois.\n'],
    ['a paragraph put in', 'Un deux.\n\nDonc.\n\nTrois.\n', 'Deux deux.\n\nDonc.\n\nTrois.\n'],
    ['a paragraph taken out', 'Un deux.\n', 'Un et deux.\n'],
    [
      'the end of a paragraph, the next one changed too',
      'Un deux, donc.\n\nTrois.\n',
      'Un deux, donc.\n\nQuatre.\n',
    ],
    ['blanks', 'Un\n\ndeux.\n\nTrois.\n', 'Un\n\ndeux.\n\nQuatre.\n'],
  ])('knows %s', (_, typed, held) => {
    expect(isHeld({ content: typed }, { content: held })).toBe(true);
  });

  it.each([
    ['a word said twice', 'Un un deux.\n\nTrois.\n', 'Puis un deux.\n\nTrois.\n'],
    ['words that stand elsewhere', 'Un mille deux.\n\nTrois.\n', 'Un deux.\n\nTrois mille.\n'],
    ['half of what was typed', 'Un mille deux.\n\nQuatre.\n', 'Un mille deux.\n\nTrois.\n'],
    ['a paragraph that is still there', 'Trois.\n', 'Un deux mille.\n\nTrois.\n'],
    ['blanks alone', 'Un\n\ndeux.\n\nTrois.\n', 'Un deux.\n\nQuatre.\n'],
  ])('does not take %s for saved', (_, typed, held) => {
    expect(isHeld({ content: typed }, { content: held })).toBe(false);
  });

  it('compares the other fields one by one, and tags as a set', () => {
    const content = 'Autre.\n';
    expect(isHeld({ title: 'Journal' }, { title: 'Journal', content })).toBe(true);
    expect(isHeld({ title: 'Journal' }, { content })).toBe(false);
    expect(isHeld({ tags: ['a', 'c'] }, { tags: ['d', 'a', 'c'], content })).toBe(true);
    expect(isHeld({ tags: ['a', 'c'] }, { tags: ['a', 'b', 'c'] })).toBe(false);
    expect(isHeld({ tags: ['b', 'a'] }, { content })).toBe(false);
  });

  it('leaves open what the save sets, and says nothing of a text that changed nothing', () => {
    const held = { content: 'Autre.\n', slug: 'autre', published: '2026-01-01T00:00:00.000Z' };
    expect(isHeld({ content: 'Autre.\n' }, held)).toBe(true);
    expect(isHeld({}, held)).toBe(false);
  });

  it('does not take an emptied date for set where it is the one that was emptied', () => {
    const scheduled = { ...BASE, published: '2027-01-01T08:00' };
    const typed = { ...scheduled, published: '' };
    expect(holdsChanges({ base: scheduled, typed, held: scheduled })).toBe(false);
    expect(holdsChanges({ base: scheduled, typed, held: { ...typed, published: '2026-07-01T12:00' } })).toBe(
      true,
    );
  });
});

const [FIRST, SAVED, LATER, KEPT] = ['1', '2', '3', '4'].map((digit) => digit.repeat(40)) as [
  string,
  string,
  string,
  string,
];
const CONTENTS = new Map([
  [LATER, 'Un, deux, cinq.\n\nD’ailleurs.'],
  [SAVED, 'Un, deux.\n\nD’ailleurs.'],
  [FIRST, 'Un.\n\nAilleurs.'],
]);
const textOf = (revision: string) => CONTENTS.get(revision) ?? '';
const values = (content: string) => ({ ...EMPTY_VALUES, title: 'Carnet', slug: 'carnet', content });
const base = (revision: string, kind: 'live' | 'pending' = 'live'): FormBase => ({
  kind,
  revision,
  values: values(textOf(revision)),
});
const record = (start: FormBase, content: string) =>
  keptRecord({ key: content, subject: 'a', base: start, values: values(content) }, new Date(0));
const now = { subject: 'a', base: base(LATER) };

/** A history of three versions, as far as it is asked; a commit is called as its version. */
const client = {
  getPostHistory: ({ since }: { readonly since: string }) => {
    const all = [...CONTENTS.keys()];
    const versions = all.slice(0, Math.max(0, all.indexOf(since)));
    return Promise.resolve({ versions: versions.map((id) => ({ commit: id, revision: id })) });
  },
  getPostVersion: ({ commit }: { readonly commit: string }) => {
    const text = { ...values(textOf(commit)), published: null, unpublishAt: null };
    return Promise.resolve({ post: { ...text, readTime: '1 min', coverImage: null, coverImageAlt: null } });
  },
} as unknown as Parameters<typeof savedAlready>[0]; // what is not asked for is not there
const silent = {} as Parameters<typeof savedAlready>[0]; // asking it throws

describe('savedAlready, of an article that is there', () => {
  it('knows a text that was merged with another change when it was saved, and no other', async () => {
    const [saved, longer, asBegun] = [
      record(base(FIRST), 'Un, deux.\n\nAilleurs.'),
      record(base(FIRST), 'Un, deux, trois.\n\nAilleurs.'),
      record(base(FIRST), textOf(FIRST)),
    ] as const;
    expect(await savedAlready(client, now, [saved, longer, asBegun])).toEqual(new Set([saved]));
  });

  it('knows by what there is now a text that went into a pending version and was merged there', async () => {
    const kept = { ...base(KEPT, 'pending'), values: values('Un, deux.\n\nD’ailleurs, donc.') };
    const [saved, other] = [
      record(base(FIRST), 'Un, deux.\n\nAilleurs.'),
      record(base(FIRST, 'pending'), 'Un.\n\nIci.'),
    ] as const;
    const silentHistory = { ...client, getPostHistory: () => Promise.reject(new Error('starting')) };
    const found = await savedAlready(silentHistory, { subject: 'a', base: kept }, [saved, other]);
    expect(found).toEqual(new Set([saved]));
  });

  it('offers what goes back to a text from before it was begun, and what no history can tell', async () => {
    const back = record(base(SAVED), 'Un.\n\nAilleurs.');
    expect(await savedAlready(client, now, [back])).toEqual(new Set());
    const fromPending = record(base(SAVED, 'pending'), 'Un.\n\nD’ailleurs.');
    expect(await savedAlready(client, now, [fromPending])).toEqual(new Set());
    const failing = { ...client, getPostHistory: () => Promise.reject(new Error('starting')) };
    expect(await savedAlready(failing, now, [record(base(FIRST), 'Un, deux.\n\nAilleurs.')])).toEqual(
      new Set(),
    );
  });

  it('asks nothing of texts that were begun on what there is now', async () => {
    const typed = record(base(FIRST), 'Un, deux.\n\nAilleurs.');
    expect(await savedAlready(silent, { subject: 'a', base: base(FIRST) }, [typed])).toEqual(new Set());
  });
});

/** A text whose creation was asked for, unless `isTried` is false. */
function editOf(content: string, excerpt = '', isTried = true): KeptRecord {
  const values = { ...EMPTY_VALUES, title: 'Carnet', content, excerpt };
  const base = isTried ? { ...newBase(), unanswered: [{ sent: values, note: '' }] } : newBase();
  return keptRecord({ key: content, subject: 'new', base, values }, new Date(0));
}

/** A service that has an article of each text but one, as far as it is asked. */
const clientWith = (missing: KeptRecord) =>
  ({
    getEditablePost: ({ id }: { readonly id: string }) =>
      missing.base.kind === 'new' && id === missing.base.id
        ? Promise.reject(new Error('not-found'))
        : Promise.resolve({ ...EMPTY_VALUES, title: 'Carnet', content: 'Une page.', pending: null }),
  }) as unknown as Parameters<typeof savedAlready>[0]; // what is not asked for is not there

describe('savedAlready, of articles that may have been created', () => {
  const nowhere = { subject: NEW_SUBJECT, base: newBase() };

  it('knows a text that its article holds, and keeps what differs or was not created', async () => {
    const [same, excerpted, longer, missing] = [
      editOf('Une page.'),
      editOf('Une page.', 'Écrit depuis.'),
      editOf('Une page. Et une autre.'),
      editOf('Une page.'),
    ] as const;
    const records = [same, excerpted, longer, missing];
    expect(await savedAlready(clientWith(missing), nowhere, records)).toEqual(new Set([same]));
  });

  it('asks nothing of a text that nobody tried to save', async () => {
    expect(await savedAlready(silent, nowhere, [editOf('Une page.', '', false)])).toEqual(new Set());
  });
});
