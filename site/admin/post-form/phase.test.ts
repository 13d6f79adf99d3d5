import { describe, expect, it } from 'vitest';
import { newBase } from './form-state.ts';
import { EMPTY_VALUES, type FormValues } from './form-values.ts';
import { comingWords, publishWord, savedPhase, saveWord } from './phase.ts';

const NOW = Date.parse('2026-11-20T08:00:00Z');
const LATER = '2026-11-20T08:00:01.000Z';
const AT = '2026-11-20T08:00:00.000Z';

describe('savedPhase', () => {
  it.each([
    ['draft', { isPublished: false, published: LATER, unpublishAt: '' }],
    ['published', { isPublished: true, published: '', unpublishAt: '' }],
    ['published', { isPublished: true, published: AT, unpublishAt: LATER }],
    ['scheduled', { isPublished: true, published: LATER, unpublishAt: '' }],
    ['withdrawn', { isPublished: true, published: '', unpublishAt: AT }],
  ])('is %s for %o', (phase, values) => {
    const base = { ...newBase(), values: { ...EMPTY_VALUES, ...values } };
    expect(savedPhase({ base, live: null }, { publishing: 'apart', now: NOW })).toBe(phase);
  });
});

describe('savedPhase and comingWords', () => {
  const saved = (fields: Partial<FormValues>) =>
    ({ kind: 'live', revision: 'a'.repeat(40), values: { ...EMPTY_VALUES, ...fields } }) as const;
  const [draft, shown] = [saved({}), saved({ isPublished: true })];
  const typed = (base: typeof draft, fields: Partial<FormValues>) => ({
    base,
    live: { state: 'draft', isUnpublished: false, base } as const,
    values: { ...base.values, ...fields },
  });
  const told = (
    state: Parameters<typeof comingWords>[0],
    publishing: 'by-saving' | 'apart' = 'by-saving',
  ) => [savedPhase(state, { publishing, now: NOW }), comingWords(state, { publishing, now: NOW })];

  it('tell what is saved, and what a save would change', () => {
    expect(told({ base: newBase(), live: null, values: { ...EMPTY_VALUES, isPublished: true } })).toEqual([
      'draft',
      'Sera publié à l’enregistrement',
    ]);
    expect(told(typed(draft, { title: 'Un' }))).toEqual(['draft', null]);
    expect(told(typed(draft, { isPublished: true, published: LATER }))).toEqual([
      'draft',
      'Sera programmé à l’enregistrement',
    ]);
    expect(told(typed(shown, { isPublished: false }))).toEqual([
      'published',
      'Sera dépublié à l’enregistrement',
    ]);
    expect(told(typed(shown, { unpublishAt: AT }))).toEqual(['published', 'Sera retiré à l’enregistrement']);
  });

  it('take an article for published once the server says so, whatever this clock says', () => {
    const base = saved({ isPublished: true, published: LATER });
    const state = {
      base,
      live: { state: 'published', isUnpublished: false, base } as const,
      values: base.values,
    };
    expect(told(state)).toEqual(['published', null]);
  });

  it('speak of publishing as another thing where it is one', () => {
    expect(told(typed(draft, { isPublished: true }), 'apart')).toEqual([
      'draft',
      'Sera prêt à publier à l’enregistrement',
    ]);
    expect(told(typed(shown, { isPublished: false }), 'apart')).toEqual([
      'published',
      'Son retrait sera prêt à publier à l’enregistrement',
    ]);
  });
});

describe('saveWord and publishWord', () => {
  const PAST = '2026-11-19T08:00:00.000Z';
  const [draft, shown, scheduled, withdrawn] = [
    {},
    { isPublished: true, published: PAST },
    { isPublished: true, published: LATER },
    { isPublished: true, published: PAST, unpublishAt: PAST },
  ];
  const state = (saved: Partial<FormValues>, typed: Partial<FormValues>) => {
    const base = { kind: 'live', revision: 'a'.repeat(40), values: { ...EMPTY_VALUES, ...saved } } as const;
    const values = { ...EMPTY_VALUES, ...typed };
    return { base, values, live: { state: 'draft', isUnpublished: false, base } as const };
  };

  it.each([
    [draft, draft, 'Enregistrer'],
    [draft, shown, 'Publier'],
    [draft, scheduled, 'Programmer'],
    [draft, withdrawn, 'Retirer'],
    [shown, shown, 'Mettre à jour'],
    [shown, draft, 'Dépublier'],
    [shown, scheduled, 'Programmer'],
    [shown, withdrawn, 'Retirer'],
    [scheduled, scheduled, 'Programmer'],
    [scheduled, shown, 'Publier'],
    [scheduled, draft, 'Dépublier'],
    [withdrawn, withdrawn, 'Enregistrer'],
    [withdrawn, shown, 'Publier'],
  ])('of %o that becomes %o is « %s »', (saved, typed, word) => {
    expect(publishWord(state(saved, typed), NOW)).toBe(word);
    expect(saveWord(state(saved, typed), { publishing: 'by-saving', now: NOW })).toBe(word);
    expect(saveWord(state(saved, typed), { publishing: 'apart', now: NOW })).toBe('Enregistrer');
  });

  it('is of what readers have, whatever waits beside it', () => {
    const { values } = state(draft, shown);
    const waiting = { kind: 'pending', revision: 'b'.repeat(40), values } as const;
    expect(publishWord({ ...state(draft, shown), base: waiting }, NOW)).toBe('Publier');
    expect(publishWord({ ...state(shown, shown), base: waiting }, NOW)).toBe('Mettre à jour');
    expect(publishWord({ base: newBase(), live: null, values }, NOW)).toBe('Publier');
  });
});
