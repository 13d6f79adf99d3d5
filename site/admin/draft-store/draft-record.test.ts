import { describe, expect, it } from 'vitest';
import { NEW_BASE } from '../post-form/form-base.ts';
import { EMPTY_VALUES } from '../post-form/form-values.ts';
import { type DraftRecord, draftRecord, readRecords, sortKept } from './draft-record.ts';

function record(key: string, title: string, minute: number): DraftRecord {
  const values = { ...EMPTY_VALUES, title };
  return draftRecord(
    { key, subject: 'new', base: NEW_BASE, values },
    new Date(Date.UTC(2026, 0, 1, 0, minute)),
  );
}

describe('readRecords', () => {
  it('reads back what was kept, and passes over what it does not know', () => {
    const kept = record('a', 'Titre', 0);
    expect(readRecords([{ ...kept, version: 2 }, null, structuredClone(kept), 'x'])).toEqual([kept]);
  });
});

describe('sortKept', () => {
  it('offers the newest first, leaves open forms theirs and spends what is saved already', () => {
    const [old, recent, open] = [record('a', 'Un', 1), record('b', 'Deux', 2), record('c', 'Trois', 3)];
    const spent = record('d', '', 4);
    const found = sortKept({ records: [old, spent, open, recent], openKeys: new Set(['c']), base: NEW_BASE });
    expect(found).toEqual({ offered: [recent, old], spent: [spent] });
  });

  it('offers once what a crash left under two keys', () => {
    const [before, after] = [record('a', 'Un', 1), record('b', 'Un', 2)];
    const found = sortKept({ records: [before, after], openKeys: new Set(), base: NEW_BASE });
    expect(found).toEqual({ offered: [after], spent: [before] });
  });
});
