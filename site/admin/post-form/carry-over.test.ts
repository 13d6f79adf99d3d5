import { describe, expect, it } from 'vitest';
import { carryOver } from './carry-over.ts';
import { EMPTY_VALUES, type FormValues } from './form-values.ts';

const SENT: FormValues = { ...EMPTY_VALUES, title: 'Titre', content: 'Un.\n\nDeux.\n\nTrois.', excerpt: 'E' };

describe('carryOver', () => {
  it('takes what the service answered when nothing was typed meanwhile', () => {
    const saved = { ...SENT, content: 'Un !\n\nDeux.\n\nTrois.', published: '2026-11-20T08:00:00.000Z' };
    expect(carryOver({ sent: SENT, saved, current: SENT, wasMerged: true })).toEqual(saved);
  });

  it('keeps what was typed during the save', () => {
    const current = { ...SENT, title: 'Titre plus long', content: `${SENT.content} Suite` };
    const saved = { ...SENT, slug: 'titre' };
    expect(carryOver({ sent: SENT, saved, current, wasMerged: false })).toEqual({
      ...current,
      slug: 'titre',
    });
  });

  it('puts what was typed into the merged text when they are apart', () => {
    const saved = { ...SENT, content: 'Un !\n\nDeux.\n\nTrois.' };
    const current = { ...SENT, content: 'Un.\n\nDeux.\n\nTrois et quatre.' };
    const carried = carryOver({ sent: SENT, saved, current, wasMerged: true });
    expect(carried?.content).toBe('Un !\n\nDeux.\n\nTrois et quatre.');
  });

  it('does not overwrite a merged change with what was typed at the same place', () => {
    const saved = { ...SENT, content: 'Un !\n\nDeux.\n\nTrois.' };
    const current = { ...SENT, content: 'Un ?\n\nDeux.\n\nTrois.' };
    expect(carryOver({ sent: SENT, saved, current, wasMerged: true })).toBeNull();
    const excerpts = { saved: { ...SENT, excerpt: 'Leur' }, current: { ...SENT, excerpt: 'Mon' } };
    expect(carryOver({ sent: SENT, ...excerpts, wasMerged: true })).toBeNull();
  });
});
