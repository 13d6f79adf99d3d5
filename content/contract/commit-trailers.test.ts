import { describe, expect, it } from 'vitest';
import { commitMessage } from './commit-sentences.ts';
import { commitSubject, commitTrailers } from './commit-trailers.ts';

const post = { id: '00000000-0000-4000-8000-000000000001', title: 'Encrier-Minor: true' };

describe('commitTrailers', () => {
  it('reads what commit sentences write', () => {
    const message = commitMessage({ kind: 'update', post, isMinor: true });
    expect(commitTrailers(message)).toEqual({ action: 'update', isMinor: true });
    expect(commitTrailers(commitMessage({ kind: 'publish', post }))).toEqual({
      action: 'publish',
      isMinor: false,
    });
  });

  it('finds none in what other programs write', () => {
    const nothing = { action: null, isMinor: false };
    expect(commitTrailers('Corriger\n\nEncrier-Action: update\n\nSigné : moi\n')).toEqual(nothing);
    expect(commitTrailers('Encrier-Action: update')).toEqual(nothing);
    expect(commitTrailers('')).toEqual(nothing);
  });
});

describe('commitSubject', () => {
  it('is the first line', () => {
    expect(commitSubject('\nCorriger une faute \n\nDétails\n')).toBe('Corriger une faute');
  });
});

describe('commitMessage of a reversion', () => {
  const subject = (versionAt: string): string =>
    commitSubject(
      commitMessage({
        ...{ kind: 'revert', post: { ...post, title: 'Un' } },
        ...{ versionAt: Date.parse(versionAt), now: Date.parse('2026-07-01T10:00:00Z') },
      }),
    );

  it('names the day of the version in Paris, its year when it is another one', () => {
    expect(subject('2026-03-11T23:30:00Z')).toBe('Revenir à la version du 12 mars de «\u00a0Un\u00a0»');
    expect(subject('2026-03-01T10:00:00Z')).toBe('Revenir à la version du 1er mars de «\u00a0Un\u00a0»');
    expect(subject('2024-02-29T10:00:00Z')).toBe(
      'Revenir à la version du 29 février 2024 de «\u00a0Un\u00a0»',
    );
  });
});
