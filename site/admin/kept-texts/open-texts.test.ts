import { describe, expect, it } from 'vitest';
import { newBase } from '../post-form/form-state.ts';
import { EMPTY_VALUES } from '../post-form/form-values.ts';
import { type KeptRecord, keptRecord } from './kept-record.ts';
import { localTexts, putLocally } from './open-texts.ts';
import { type TextStorage, withRescue } from './text-store.ts';

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

const BASE = newBase();

function record(key: string, subject: string, title: string, second = 0): KeptRecord {
  const values = { ...EMPTY_VALUES, title };
  return keptRecord({ key, subject, base: BASE, values }, new Date(Date.UTC(2026, 0, 1, 0, 0, second)));
}

const only = (...records: readonly KeptRecord[]) => ({ records, unread: [] });

describe('localTexts', () => {
  it('keeps one record a key and finds those of a subject', async () => {
    const storage = textStorage();
    storage.setItem('something-else', '1');
    const texts = localTexts(storage);
    await texts.put(record('a', 'new', 'Un'));
    await texts.put(record('a', 'new', 'Un bis'));
    await texts.put(record('b', 'other', 'Deux'));
    expect(await texts.list('new')).toEqual(only(record('a', 'new', 'Un bis')));
    await texts.remove('a');
    expect(await texts.list('new')).toEqual(only());
  });

  it('keeps what it cannot read until it is dropped', async () => {
    const storage = textStorage();
    const torn = JSON.stringify(record('a', 'new', 'Un')).slice(0, -9);
    storage.setItem('encrier-draft:a', torn);
    storage.setItem('encrier-draft:b', JSON.stringify({ ...record('b', 'new', 'Deux'), version: 2 }));
    const texts = localTexts(storage);
    expect((await texts.list('new')).unread).toMatchObject([{ key: 'b', title: 'Deux' }]);
    const { records, unread } = await texts.list();
    expect(records).toEqual([]);
    expect(unread).toMatchObject([
      { key: 'a', text: torn },
      { key: 'b', reason: 'newer' },
    ]);
    await unread[0]?.drop();
    expect((await texts.list()).unread.map(({ key }) => key)).toEqual(['b']);
  });
});

describe('withRescue', () => {
  it('finds what a closing page put aside when it is the later text', async () => {
    const [storage, main] = [textStorage(), localTexts(textStorage())];
    const texts = withRescue(main, localTexts(storage));
    await texts.put(record('a', 'new', 'Un', 1));
    putLocally(storage, record('a', 'new', 'Un et deux', 2));
    expect(await texts.list('new')).toEqual(only(record('a', 'new', 'Un et deux', 2)));
    putLocally(storage, record('a', 'new', 'Un, deux et trois', 2));
    await main.put(record('a', 'new', 'Un et deux', 2));
    expect(await texts.list('new')).toEqual(only(record('a', 'new', 'Un, deux et trois', 2)));
    await texts.put(record('a', 'new', 'Trois', 3));
    expect(storage.length).toBe(0);
    putLocally(storage, record('a', 'new', 'Quatre', 4));
    await texts.remove('a');
    expect(await texts.list('new')).toEqual(only());
  });

  it('tells what cannot be read in either place', async () => {
    const [storage, other] = [textStorage(), textStorage()];
    const texts = withRescue(localTexts(other), localTexts(storage));
    other.setItem('encrier-draft:a', '{');
    storage.setItem('encrier-draft:a', '[');
    expect((await texts.list()).unread.map(({ text }) => text)).toEqual(['{', '[']);
  });
});
