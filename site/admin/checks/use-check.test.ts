import { describe, expect, it } from 'vitest';
import type { Finding } from '#content/model/checks/finding.ts';
import { EMPTY_VALUES } from '../post-form/form-values.ts';
import { inShort, mended } from './use-check.ts';

const FINDING: Finding = {
  kind: 'heading-one',
  severity: 'warning',
  message: 'Un titre de niveau 1.',
  field: 'content',
  range: { from: 4, to: 6 },
  replacement: { label: 'En faire un titre de niveau 2', text: '## ' },
};
const VALUES = { ...EMPTY_VALUES, title: 'Titre', content: 'Un.\n# Deux' };

describe('mended', () => {
  it('replaces the place in the text', () => {
    expect(mended(VALUES, FINDING)).toEqual({ content: 'Un.\n## Deux' });
  });

  it('replaces a whole field', () => {
    const replacement = { label: 'Raccourcir', text: 'Court' };
    expect(mended(VALUES, { ...FINDING, field: 'title', range: null, replacement })).toEqual({
      title: 'Court',
    });
  });

  it('mends nothing it has no words or no field for', () => {
    expect(mended(VALUES, { ...FINDING, replacement: null })).toBeNull();
    expect(mended(VALUES, { ...FINDING, field: 'unknown' })).toBeNull();
    expect(mended(VALUES, { ...FINDING, field: 'isPublished' })).toBeNull();
  });
});

describe('inShort', () => {
  it('counts what was found', () => {
    expect(inShort([])).toBe('');
    expect(inShort([FINDING])).toBe('1\u00a0remarque');
    expect(inShort([{ ...FINDING, severity: 'error' }, FINDING, FINDING])).toBe(
      '1\u00a0erreur, 2\u00a0remarques',
    );
  });
});
