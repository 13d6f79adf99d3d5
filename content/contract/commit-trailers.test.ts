import { describe, expect, it } from 'vitest';
import { commitMessage, waitingMessage } from './commit-sentences.ts';
import {
  commitSubject,
  commitTrailers,
  isMinorFor,
  readerNote,
  waitingQuestions,
} from './commit-trailers.ts';

const post = { id: '00000000-0000-4000-8000-000000000001', title: 'Encrier-Minor: true' };

describe('commitTrailers', () => {
  it('reads what commit sentences write', () => {
    const message = commitMessage({ kind: 'update', post, isMinor: true });
    expect(commitTrailers(message)).toMatchObject({
      action: 'update',
      minor: 'all',
      resolves: null,
      posts: [post.id],
    });
    expect(commitTrailers(commitMessage({ kind: 'publish', post, publishes: 'a'.repeat(40) }))).toMatchObject(
      {
        from: 'a'.repeat(40),
        action: 'publish',
        minor: new Set(),
        resolves: null,
      },
    );
    const answer = commitMessage({ kind: 'take-theirs', path: 'site.yml', resolves: 'question' });
    expect(commitTrailers(answer).resolves).toBe('question');
  });

  it('finds none in what other programs write', () => {
    const nothing = {
      action: null,
      minor: new Set(),
      resolves: null,
      posts: [],
      from: null,
      importId: null,
    };
    expect(commitTrailers('Corriger\n\nEncrier-Action: update\n\nSigné : moi\n')).toEqual(nothing);
    expect(commitTrailers('Encrier-Action: update')).toEqual(nothing);
    expect(commitTrailers('')).toEqual(nothing);
  });
});

describe('waitingQuestions', () => {
  const question = { post: post.id, id: 'b'.repeat(40), path: 'posts/2026/un à deux.md' };

  it('reads what a commit of the work branch states', () => {
    const message = waitingMessage(commitMessage({ kind: 'keep', post }), [question]);
    expect(waitingQuestions(message)).toEqual([question]);
    expect(commitTrailers(message)).toMatchObject({ action: 'keep', posts: [post.id] });
  });

  it('finds none in what is badly written, and states none that no line can hold', () => {
    expect(waitingQuestions('Garder\n\nEncrier-Question: x y z')).toEqual([]);
    const message = waitingMessage('Garder\n\nEncrier-Action: keep', [
      { ...question, path: 'posts/a\nb.md' },
    ]);
    expect(waitingQuestions(message)).toEqual([]);
  });
});

describe('isMinorFor', () => {
  const two = { id: '00000000-0000-4000-8000-000000000002', title: 'Deux' };
  const isMinor = (...minor: readonly [boolean, boolean]): readonly boolean[] => {
    const posts = [post, two].map((one, index) => ({ ...one, isMinor: minor[index] === true }));
    const trailers = commitTrailers(commitMessage({ kind: 'publish-posts', posts }));
    return [post, two].map(({ id }) => isMinorFor(trailers, id));
  };

  it('judges each post of a publication by itself', () => {
    expect(isMinor(true, false)).toEqual([true, false]);
    expect(isMinor(true, true)).toEqual([true, true]);
    expect(isMinor(false, false)).toEqual([false, false]);
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
        kind: 'revert',
        post: { ...post, title: 'Un' },
        versionAt: Date.parse(versionAt),
        now: Date.parse('2026-07-01T10:00:00Z'),
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

describe('readerNote', () => {
  const two = { ...post, id: 'b' };
  it('is what the author tells readers, in the last lines of a message', () => {
    const read = (message: string) => readerNote(message, post.id);
    expect(read('Sujet\n\nEncrier-Note: Les chiffres de 2026.\n')).toBe('Les chiffres de 2026.');
    expect(read('Sujet\n\nEncrier-Note: trop tôt\n\nFin')).toBeNull();
    expect(read('Sujet\n\nEncrier-Note:')).toBeNull();
  });

  it('is one line, whatever was typed', () => {
    const note = 'Un\nEncrier-Minor: true\r\n\n\u2028deux\u202e';
    const message = commitMessage({ kind: 'update', post, note });
    expect(readerNote(message, post.id)).toBe('Un Encrier-Minor: true deux');
    expect(commitTrailers(message).minor).toEqual(new Set());
    expect(commitMessage({ kind: 'update', post, note: ' \n' })).not.toContain('Encrier-Note');
  });

  it('is of each post by itself where several are published', () => {
    const posts = [
      { ...post, isMinor: false, note: 'Le premier' },
      { ...two, isMinor: false, note: null },
    ];
    const message = commitMessage({ kind: 'publish-posts', posts });
    expect([post, two].map(({ id }) => readerNote(message, id))).toEqual(['Le premier', null]);
  });
});
