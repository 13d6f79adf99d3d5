import { describe, expect, it } from 'vitest';
import { siteText } from '../testing/posts.ts';
import { settingsDispute } from './merge-settings.ts';

const BASE =
  'currentMonth: T1 2026 # en cours\nmaxSlots: "3"\nwaitlistCount: "9"\nupdatedAt: 2026-01-01T00:00:00.000Z\n';
const OURS = BASE.replace('T1 2026', 'T2 2026').replace('"3"', '"4"').replace('2026-01-01', '2026-02-02');
const THEIRS = BASE.replace('T1 2026', 'T3 2026').replace('"9"', '"12"').replace('2026-01-01', '2026-01-31');

const bytes = (text: string): Uint8Array => Buffer.from(text);
const textOf = (chosen: Uint8Array | undefined): string => Buffer.from(chosen ?? []).toString();

function dispute(base: string | null) {
  const texts = { base: base === null ? null : bytes(base), ours: bytes(OURS), theirs: bytes(THEIRS) };
  return settingsDispute('capacity', texts);
}

describe('settingsDispute', () => {
  it('asks about the values that both changed, and about no other', () => {
    expect(dispute(BASE)?.fields).toMatchObject([
      { key: 'currentMonth', ours: 'T2 2026', theirs: 'T3 2026' },
    ]);
  });

  it.each([
    [[], 'T2 2026'],
    [['currentMonth'], 'T3 2026'],
  ])(
    'keeps what each side alone changed, the later date and the comments, when %j is theirs',
    (theirs, month) => {
      expect(textOf(dispute(BASE)?.chosen(new Set(theirs)))).toBe(
        OURS.replace('T2 2026', month).replace('"9"', '"12"'),
      );
    },
  );

  it('asks about everything that differs when nobody knows where both began', () => {
    expect(dispute(null)?.fields.map(({ key }) => key)).toEqual([
      'currentMonth',
      'waitlistCount',
      'maxSlots',
    ]);
  });

  it.each([
    ['', '# Là-bas\n', 'theirs'],
    ['# Ici\n', '', 'ours'],
    ['# Ici\n', '# Là-bas\n', null],
    ['# Ici\n', '# Ici\n', 'ours'],
  ] as const)('knows whose comments stay where both began the file: %j and %j', (here, there, carrier) => {
    const texts = {
      base: null,
      ours: bytes(`${here}maxSlots: "3"\n`),
      theirs: bytes(`${there}waitlistCount: 4\n`),
    };
    expect(settingsDispute('capacity', texts)?.carrier).toBe(carrier);
  });

  it('keeps a file as it is that takes no change of its values', () => {
    const theirs = '# Relire\ncurrentMonth: &mois T1\nnextMonth: *mois\n';
    const texts = {
      base: bytes('currentMonth: T1\nnextMonth: T1\n'),
      ours: bytes('currentMonth: T2\nnextMonth: T1\n'),
      theirs: bytes(theirs),
    };
    const both = settingsDispute('capacity', texts);
    expect(both?.carrier).toBeNull();
    expect(textOf(both?.chosen(new Set(), 'theirs'))).toBe(theirs);
  });

  it('writes into the file of the side that is kept, where both have comments of their own', () => {
    const [ours, theirs] = [BASE.replace('"3"', '"4"'), BASE.replace('"9"', '"12"')];
    const texts = { base: bytes(BASE), ours: bytes(`${ours}# Ici\n`), theirs: bytes(`${theirs}# Là-bas\n`) };
    const both = settingsDispute('capacity', texts);
    const merged = ours.replace('"9"', '"12"');
    expect([both?.fields, both?.carrier]).toEqual([[], null]);
    expect(textOf(both?.chosen(new Set(), 'ours'))).toBe(`${merged}# Ici\n`);
    expect(textOf(both?.chosen(new Set(), 'theirs'))).toBe(`${merged}# Là-bas\n`);
  });

  it('takes a list as one value', () => {
    const ours = siteText('Essai').replaceAll('title: Carte', 'title: Ici');
    const theirs = siteText('Essai').replaceAll('title: Carte', 'title: Ailleurs');
    const texts = { base: bytes(siteText('Essai')), ours: bytes(ours), theirs: bytes(theirs) };
    expect(settingsDispute('site', texts)?.fields.map(({ key }) => key)).toEqual([
      'home.audience.cards',
      'home.approach.cards',
      'home.outcomes.cards',
    ]);
  });

  it('leaves a file that cannot be read to be compared as text', () => {
    expect(settingsDispute('capacity', { base: null, ours: bytes('- a'), theirs: bytes(THEIRS) })).toBeNull();
  });
});
