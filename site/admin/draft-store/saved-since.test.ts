import { describe, expect, it } from 'vitest';
import type { FormBase } from '../post-form/form-base.ts';
import { EMPTY_VALUES } from '../post-form/form-values.ts';
import { draftRecord } from './draft-record.ts';
import { savedSince } from './saved-since.ts';

const [FIRST, SAVED, MERGED] = ['1', '2', '3'].map((digit) => digit.repeat(40)) as [string, string, string];
const values = (content: string) => ({ ...EMPTY_VALUES, title: 'Carnet', slug: 'carnet', content });
const base = (revision: string, content: string): FormBase => ({
  kind: 'live',
  revision,
  values: values(content),
});
const record = (revision: string, content: string) =>
  draftRecord(
    { key: content, subject: 'a', base: base(revision, 'Un.'), values: values(content) },
    new Date(0),
  );

const CONTENTS = new Map([
  [MERGED, 'Un, deux.\n\nD’ailleurs.'],
  [SAVED, 'Un, deux.'],
  [FIRST, 'Un.'],
]);
/** A history of three versions, as far as it is asked; a commit is called as its version. */
const client = {
  getPostHistory: () =>
    Promise.resolve({ versions: [...CONTENTS.keys()].map((id) => ({ commit: id, revision: id })) }),
  getPostVersion: ({ commit }: { readonly commit: string }) => {
    const text = { ...values(CONTENTS.get(commit) ?? ''), published: null, unpublishAt: null };
    return Promise.resolve({ post: { ...text, readTime: '1 min', coverImage: null, coverImageAlt: null } });
  },
} as unknown as Parameters<typeof savedSince>[0]; // what is not asked for is not there

describe('savedSince', () => {
  it('knows a text that was saved before another change was merged in, and no other', async () => {
    const [saved, longer, asBegun] = [
      record(FIRST, 'Un, deux.'),
      record(FIRST, 'Un, deux, trois.'),
      record(FIRST, 'Un.'),
    ] as const;
    const now = { id: 'a', base: base(MERGED, 'Un, deux.\n\nD’ailleurs.') };
    expect(await savedSince(client, now, [saved, longer, asBegun])).toEqual(new Set([saved]));
  });

  it('offers what goes back to a text from before it was begun, and what no history can tell', async () => {
    const back = record(SAVED, 'Un.');
    const now = { id: 'a', base: base(MERGED, 'Un, deux.\n\nD’ailleurs.') };
    expect(await savedSince(client, now, [back])).toEqual(new Set());
    const failing = { ...client, getPostHistory: () => Promise.reject(new Error('starting')) };
    expect(await savedSince(failing, now, [record(FIRST, 'Un, deux.')])).toEqual(new Set());
  });

  it('asks nothing of texts that were begun on what there is now', async () => {
    const silent = {} as Parameters<typeof savedSince>[0]; // asking it throws
    const now = { id: 'a', base: base(FIRST, 'Un.') };
    expect(await savedSince(silent, now, [record(FIRST, 'Un, deux.')])).toEqual(new Set());
  });
});
