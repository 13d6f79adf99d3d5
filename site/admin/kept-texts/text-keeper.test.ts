import { describe, expect, it } from 'vitest';
import { initialState, newBase } from '../post-form/form-state.ts';
import { createFormStore } from '../post-form/form-store.ts';
import { EMPTY_VALUES } from '../post-form/form-values.ts';
import { type KeptRecord, keptRecord } from './kept-record.ts';
import { createTextKeeper, keepForm, resumeText } from './text-keeper.ts';
import type { TextStore } from './text-store.ts';

function record(title: string): KeptRecord {
  return keptRecord(
    { key: 'a', subject: 'new', base: newBase(), values: { ...EMPTY_VALUES, title } },
    new Date(0),
  );
}

/** A disk whose writes are noted in order, and can be refused; a clock that rings when told. */
function setUp() {
  const written: string[] = [];
  const kept: boolean[] = [];
  const disk = { isFull: false };
  const rings: (() => void)[] = [];
  const store: TextStore = {
    list: () => Promise.resolve({ records: [], unread: [] }),
    put: ({ values }) => {
      if (disk.isFull) return Promise.reject(new DOMException('no room', 'QuotaExceededError'));
      written.push(`put ${values.title}`);
      return Promise.resolve();
    },
    remove: (key) => {
      written.push(`remove ${key}`);
      return Promise.resolve();
    },
  };
  const keeper = createTextKeeper({
    store: Promise.resolve(store),
    schedule: (run) => {
      rings.push(run);
      return () => void rings.splice(rings.indexOf(run), 1);
    },
    onKept: () => void kept.push(true),
    onRefused: () => void kept.push(false),
  });
  return { keeper, written, kept, disk, rings };
}

describe('createTextKeeper', () => {
  it('writes the last text once the clock rings, and rings once for many strokes', async () => {
    const { keeper, written, rings } = setUp();
    keeper.keep(record('B'));
    keeper.keep(record('Bo'));
    expect(rings).toHaveLength(1);
    rings[0]?.();
    await keeper.flush();
    expect(written).toEqual(['put Bo']);
  });

  it('counts a text as waiting until the browser has answered: the page may end before', async () => {
    const { keeper, written } = setUp();
    keeper.keep(record('Bonjour'));
    const writing = keeper.flush();
    expect(keeper.waiting()?.values.title).toBe('Bonjour');
    await writing;
    expect([keeper.waiting(), written]).toEqual([null, ['put Bonjour']]);
  });

  it('lets nothing typed before a removal come back after it', async () => {
    const { keeper, written, rings } = setUp();
    keeper.keep(record('Bonjour'));
    await keeper.remove('a');
    expect(keeper.waiting()).toBeNull();
    expect(rings).toEqual([]);
    expect(written).toEqual(['remove a']);
  });

  it('moves a text to another key without a moment in which it is nowhere', async () => {
    const { keeper, written, kept, disk } = setUp();
    await keeper.move(record('Bonjour'), 'old');
    disk.isFull = true;
    await keeper.move(record('Bonsoir'), 'older');
    expect([written, kept]).toEqual([
      ['put Bonjour', 'remove old'],
      [true, false],
    ]);
  });

  it('says when the browser refuses, and when it takes the text again', async () => {
    const { keeper, kept, disk } = setUp();
    disk.isFull = true;
    keeper.keep(record('a'));
    await keeper.flush();
    disk.isFull = false;
    keeper.keep(record('ab'));
    await keeper.flush();
    expect(kept).toEqual([false, true]);
  });

  it('tries again what was refused, unless it was removed meanwhile', async () => {
    const { keeper, written, disk, rings } = setUp();
    disk.isFull = true;
    keeper.keep(record('Bonjour'));
    await keeper.flush();
    disk.isFull = false;
    rings[0]?.();
    await keeper.flush();
    disk.isFull = true;
    keeper.keep(record('Bonsoir'));
    const flushed = keeper.flush();
    await keeper.remove('a');
    await flushed;
    expect([written, keeper.waiting(), rings.length]).toEqual([['put Bonjour', 'remove a'], null, 0]);
  });
});

describe('resumeText', () => {
  it('goes on with what readers were to be told, too', () => {
    const { keeper } = setUp();
    const form = createFormStore(initialState(null));
    keepForm({ form, keeper, key: 'a' });
    form.change({ kind: 'typed', fields: { title: 'Bonjour' } });
    form.change({ kind: 'note', text: 'Une date était fausse.' });
    const left = keeper.waiting();
    const next = createFormStore(initialState(null));
    if (left !== null) resumeText({ form: next, keeper, key: 'b' }, left);
    const { values, note } = next.state();
    expect([values.title, note.text]).toEqual(['Bonjour', 'Une date était fausse.']);
  });
});
