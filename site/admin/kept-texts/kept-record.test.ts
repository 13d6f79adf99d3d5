import { describe, expect, it } from 'vitest';
import { newBase } from '../post-form/form-state.ts';
import { EMPTY_VALUES, FORM_FIELDS } from '../post-form/form-values.ts';
import { type KeptRecord, keptRecord, readKept, sortKept } from './kept-record.ts';

function record(key: string, title: string, minute: number): KeptRecord {
  const values = { ...EMPTY_VALUES, title };
  return keptRecord(
    { key, subject: 'new', base: newBase(), values },
    new Date(Date.UTC(2026, 0, 1, 0, minute)),
  );
}

describe('readKept', () => {
  const drop = () => Promise.resolve();
  const read = (...values: readonly unknown[]) =>
    readKept(values.map((value) => ({ key: 'a', value, drop })));
  const kept = record('a', 'Titre', 0);
  const without = (values: object, field: string) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => name !== field));

  it('reads back what was kept', () => {
    expect(read(structuredClone(kept))).toEqual({ records: [kept], unread: [] });
  });

  it('gives a field that was added to the form since its default', () => {
    for (const field of FORM_FIELDS.filter((name) => name !== 'title')) {
      const older = {
        ...kept,
        base: { ...kept.base, values: without(kept.base.values, field) },
        values: without(kept.values, field),
      };
      expect(read(older), field).toEqual({ records: [kept], unread: [] });
    }
  });

  it('reads a text with fields that it does not know, and keeps them', () => {
    const later = { ...kept, folder: 'Essais', values: { ...kept.values, subtitle: 'Sous-titre' } };
    expect(read(later)).toEqual({ records: [later], unread: [] });
  });

  it('leaves a text of a later version alone, and tells all that it says', () => {
    const newer = { ...kept, version: 2, values: { ...kept.values, content: 'Une page.\n\nLa fin.' } };
    const { records, unread } = read(newer);
    expect(records).toEqual([]);
    expect(unread).toMatchObject([{ key: 'a', reason: 'newer', subject: 'new', title: 'Titre', drop }]);
    expect(unread[0]?.text).toContain('content\u00a0:\nUne page.\n\nLa fin.\n');
  });

  it('tells what it cannot read as it is: torn, of another shape, or no text at all', () => {
    const torn = JSON.stringify(kept).slice(0, 80);
    const unlike = { ...kept, values: { ...kept.values, tags: 'un, deux' } };
    const { records, unread } = read(torn, unlike, null, 'x', [1]);
    expect(records).toEqual([]);
    expect(unread.map(({ reason }) => reason)).toEqual(Array(5).fill('damaged'));
    expect(unread[0]).toMatchObject({ text: torn, subject: null, title: null });
    expect(unread[1]).toMatchObject({ subject: 'new', title: 'Titre' });
    expect(unread[1]?.text).toContain('tags\u00a0: un, deux');
  });
});

describe('sortKept', () => {
  it('offers the newest first, leaves open forms theirs and spends what is saved already', () => {
    const [old, recent, open] = [record('a', 'Un', 1), record('b', 'Deux', 2), record('c', 'Trois', 3)];
    const spent = record('d', '', 4);
    const found = sortKept({
      records: [old, spent, open, recent],
      openKeys: new Set(['c']),
      base: newBase(),
    });
    expect(found).toEqual({ offered: [recent, old], spent: [spent] });
  });

  it('offers once what a crash left under two keys', () => {
    const [before, after] = [record('a', 'Un', 1), record('b', 'Un', 2)];
    const found = sortKept({ records: [before, after], openKeys: new Set(), base: newBase() });
    expect(found).toEqual({ offered: [after], spent: [before] });
  });
});
