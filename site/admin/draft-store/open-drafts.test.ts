import { describe, expect, it } from 'vitest';
import { NEW_BASE } from '../post-form/form-base.ts';
import { EMPTY_VALUES } from '../post-form/form-values.ts';
import { type DraftRecord, draftRecord } from './draft-record.ts';
import { type TextStorage, withRescue } from './draft-store.ts';
import { localDrafts, putLocally } from './open-drafts.ts';

/** localStorage as a browser has it. */
function textStorage(): TextStorage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (at) => [...items.keys()][at] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
  };
}

function record(key: string, subject: string, title: string, second = 0): DraftRecord {
  const values = { ...EMPTY_VALUES, title };
  return draftRecord({ key, subject, base: NEW_BASE, values }, new Date(Date.UTC(2026, 0, 1, 0, 0, second)));
}

const only = (...records: readonly DraftRecord[]) => ({ records, unread: [] });

describe('localDrafts', () => {
  it('keeps one record a key and finds those of a subject', async () => {
    const storage = textStorage();
    storage.setItem('something-else', '1');
    const drafts = localDrafts(storage);
    await drafts.put(record('a', 'new', 'Un'));
    await drafts.put(record('a', 'new', 'Un bis'));
    await drafts.put(record('b', 'other', 'Deux'));
    expect(await drafts.list('new')).toEqual(only(record('a', 'new', 'Un bis')));
    await drafts.remove('a');
    expect(await drafts.list('new')).toEqual(only());
  });

  it('keeps what it cannot read until it is dropped', async () => {
    const storage = textStorage();
    const torn = JSON.stringify(record('a', 'new', 'Un')).slice(0, -9);
    storage.setItem('encrier-draft:a', torn);
    storage.setItem('encrier-draft:b', JSON.stringify({ ...record('b', 'new', 'Deux'), version: 2 }));
    const drafts = localDrafts(storage);
    expect((await drafts.list('new')).unread).toMatchObject([{ key: 'b', title: 'Deux' }]);
    const { records, unread } = await drafts.list();
    expect(records).toEqual([]);
    expect(unread).toMatchObject([
      { key: 'a', text: torn },
      { key: 'b', reason: 'newer' },
    ]);
    await unread[0]?.drop();
    expect((await drafts.list()).unread.map(({ key }) => key)).toEqual(['b']);
  });
});

describe('withRescue', () => {
  it('finds what a closing page put aside when it is the later text', async () => {
    const [storage, main] = [textStorage(), localDrafts(textStorage())];
    const drafts = withRescue(main, localDrafts(storage));
    await drafts.put(record('a', 'new', 'Un', 1));
    putLocally(storage, record('a', 'new', 'Un et deux', 2));
    expect(await drafts.list('new')).toEqual(only(record('a', 'new', 'Un et deux', 2)));
    putLocally(storage, record('a', 'new', 'Un, deux et trois', 2));
    await main.put(record('a', 'new', 'Un et deux', 2));
    expect(await drafts.list('new')).toEqual(only(record('a', 'new', 'Un, deux et trois', 2)));
    await drafts.put(record('a', 'new', 'Trois', 3));
    expect(storage.length).toBe(0);
    putLocally(storage, record('a', 'new', 'Quatre', 4));
    await drafts.remove('a');
    expect(await drafts.list('new')).toEqual(only());
  });

  it('tells what cannot be read in either place', async () => {
    const [storage, other] = [textStorage(), textStorage()];
    const drafts = withRescue(localDrafts(other), localDrafts(storage));
    other.setItem('encrier-draft:a', '{');
    storage.setItem('encrier-draft:a', '[');
    expect((await drafts.list()).unread.map(({ text }) => text)).toEqual(['{', '[']);
  });
});
