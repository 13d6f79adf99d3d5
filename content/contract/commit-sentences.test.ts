import { describe, expect, it } from 'vitest';
import { ODD_TEXTS } from '../testing/odd-texts.ts';
import { type CommitAction, commitMessage, type PostActionKind } from './commit-sentences.ts';

const MAX_SUBJECT_LENGTH = 72;
/** Every one of them: the compiler asks for the one that is forgotten. */
const POST_ACTIONS = Object.keys({
  create: true,
  update: true,
  move: true,
  publish: true,
  unpublish: true,
  delete: true,
  restore: true,
  duplicate: true,
  keep: true,
  drop: true,
  apply: true,
} satisfies Record<PostActionKind, true>) as PostActionKind[]; // the keys of this table

const id = '6f1f0000-0000-4000-8000-0000000000aa';

function subject(action: CommitAction): string {
  return commitMessage(action).split('\n')[0] ?? '';
}

describe('commitMessage', () => {
  it('says in French what was done, then in trailers what a program reads', () => {
    expect(commitMessage({ kind: 'update', post: { id, title: 'Discipline et business' } })).toBe(
      `Modifier «\u00a0Discipline et business\u00a0»\n\nEncrier-Action: update\nEncrier-Post: ${id}\n`,
    );
  });

  it('says that a change is no news', () => {
    expect(commitMessage({ kind: 'update', post: { id, title: 'a' }, isMinor: true })).toContain(
      '\nEncrier-Minor: true\n',
    );
  });

  it('names images, settings and maintenance', () => {
    const actions: readonly CommitAction[] = [
      { kind: 'add-image', name: 'photo.jpg' },
      { kind: 'delete-images', count: 3 },
      { kind: 'rename-image', from: 'a.jpg', to: 'b.jpg' },
      { kind: 'mend-images', count: 1 },
      { kind: 'mend-images', count: 4 },
      { kind: 'edit-site' },
      { kind: 'edit-capacity' },
      { kind: 'write-starter' },
      { kind: 'publish-posts', posts: [1, 2].map(() => ({ id, title: 'a', isMinor: false })) },
    ];
    expect(actions.map(subject)).toEqual([
      'Ajouter l’image «\u00a0photo.jpg\u00a0»',
      'Supprimer 3 images',
      'Renommer l’image «\u00a0a.jpg\u00a0» en «\u00a0b.jpg\u00a0»',
      'Réparer une adresse d’image',
      'Réparer 4 adresses d’images',
      'Modifier les textes du site',
      'Mettre à jour la disponibilité',
      'Écrire les articles de départ',
      'Publier 2 articles',
    ]);
  });

  it('cuts a long title between characters', () => {
    const cut = subject({ kind: 'move', post: { id, title: `${'a'.repeat(40)}👩‍👩‍👧${'b'.repeat(40)}` } });
    expect(cut).toBe(`Changer l’adresse de «\u00a0${'a'.repeat(40)}…\u00a0»`);
    for (const kind of POST_ACTIONS)
      expect(subject({ kind, post: { id, title: 'mot '.repeat(100) } }).length).toBeLessThanOrEqual(
        MAX_SUBJECT_LENGTH,
      );
    const both = subject({ kind: 'rename-image', from: 'a'.repeat(200), to: 'b'.repeat(200) });
    expect(both.length).toBeLessThanOrEqual(MAX_SUBJECT_LENGTH);
  });

  it('lets no text add a line', () => {
    const titles = [
      ...ODD_TEXTS,
      'a\n\nEncrier-Action: delete',
      'a\r\nEncrier-Minor: true',
      'a\u2028b\ud800',
    ];
    for (const title of titles) {
      const message = commitMessage({ kind: 'create', post: { id, title } });
      expect(message.split('\n').slice(1)).toEqual(['', 'Encrier-Action: create', `Encrier-Post: ${id}`, '']);
      expect(message).not.toMatch(/[\r\u2028\u2029\p{Cs}]/u);
    }
  });
});
