import { describe, expect, it } from 'vitest';
import { filledSlug, firstFault } from './first-faults.ts';
import { EMPTY_VALUES } from './form-values.ts';

const VALUES = { ...EMPTY_VALUES, title: 'Titre', slug: 'titre' };

describe('filledSlug', () => {
  it('makes a slug of the title only while there is none', () => {
    expect(filledSlug({ title: 'Œuvre d’été', slug: '' })).toBe('oeuvre-d-ete');
    expect(filledSlug({ title: 'Autre titre', slug: 'titre' })).toBe('titre');
  });
});

describe('firstFault', () => {
  it.each([
    [{}, null],
    [{ title: ' ', slug: '' }, 'title'],
    [{ slug: '' }, 'slug'],
    [{ slug: 'Été 2026' }, 'slug'],
    [{ slug: 'con' }, 'slug'],
    [{ published: '2026-01-02T00:00:00Z', unpublishAt: '2026-01-01T00:00:00Z' }, 'unpublishAt'],
    [{ published: '0202-01-02T00:00:00Z' }, 'published'],
  ])('of %o is %s', (fields, field) => {
    expect(firstFault({ ...VALUES, ...fields })?.field ?? null).toBe(field);
  });

  it('proposes a slug that will do', () => {
    expect(firstFault({ ...VALUES, slug: 'Été 2026' })?.text).toContain('«\u00a0ete-2026\u00a0»');
  });
});
