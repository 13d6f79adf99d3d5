import { describe, expect, it } from 'vitest';
import { NEW_BASE } from '../post-form/form-base.ts';
import { EMPTY_VALUES } from '../post-form/form-values.ts';
import { draftRecord } from './draft-record.ts';
import { savedAlready } from './saved-already.ts';

const record = (title: string, content: string) =>
  draftRecord(
    {
      key: `${title}${content}`,
      subject: 'new',
      base: NEW_BASE,
      values: { ...EMPTY_VALUES, title, content },
    },
    new Date(0),
  );

/** A service with one article, as far as it is asked. */
const client = {
  getPostTable: () => Promise.resolve({ posts: [{ id: 'a', title: 'Carnet' }] }),
  getEditablePost: () => Promise.resolve({ content: 'Une page.', pending: null }),
} as unknown as Parameters<typeof savedAlready>[0]; // what is not asked for is not there

describe('savedAlready', () => {
  it('knows a text that an article holds, and keeps what differs or has no title', async () => {
    const [same, longer, other, untitled] = [
      record('Carnet', 'Une page.'),
      record('Carnet', 'Une page. Et une autre.'),
      record('Journal', 'Une page.'),
      record('', 'Une page.'),
    ] as const;
    expect(await savedAlready(client, [same, longer, other, untitled])).toEqual(new Set([same]));
  });
});
