import { describe, expect, it } from 'vitest';
import type { SyncState } from '#content/contract/sync-operations.ts';
import { accessWords, answersOf, questionOf, subjectOf, syncSentences, syncWords } from './sync-words.ts';

const NOW = Date.parse('2026-07-01T10:00:00.000Z');
const HERE = { now: NOW, readersSee: 'this' } as const;
const CALM: SyncState = {
  isFollowing: true,
  unsent: 0,
  isSyncing: false,
  error: null,
  fault: null,
  syncedAt: null,
  retryAt: null,
  conflicts: 0,
  backups: [],
  refusedPending: null,
};

const BACKUP: SyncState['backups'][number] = {
  name: '2026-06-30-0123456789ab',
  ref: 'refs/encrier/backup/2026-06-30-0123456789ab',
  day: '2026-06-30',
  kind: 'branch',
  gone: [],
};
const OFFLINE = { error: 'Le dépôt distant ne répond pas.', fault: 'offline' };

describe('accessWords', () => {
  it('asks for another password only where one may help', () => {
    expect(accessWords('refused')).toBe('Donner un autre mot de passe');
    expect(accessWords('not-a-repository')).toContain('l’adresse');
    expect([null, 'offline', 'unrelated'].map(accessWords)).toEqual([null, null, null]);
  });
});

describe('syncWords', () => {
  it.each([
    [{}, 'Synchronisé', null, 'well'],
    [{ unsent: 1 }, '1\u00a0modification à envoyer', null, 'waiting'],
    [{ unsent: 2 }, '2\u00a0modifications à envoyer', null, 'waiting'],
    [OFFLINE, 'Hors ligne', null, 'waiting'],
    [{ ...OFFLINE, unsent: 2 }, 'Hors ligne, 2\u00a0modifications à envoyer', null, 'waiting'],
    [{ error: 'Le jeton est refusé.', fault: 'refused' }, 'Dépôt distant à vérifier', 'À vérifier', 'asking'],
    [{ error: 'Le disque est plein.', fault: 'disk-full' }, 'Échange en pause', 'En pause', 'asking'],
    [{ refusedPending: 'refused' }, 'Synchronisé', null, 'well'],
    [{ refusedPending: 'foreign' }, 'Dépôt distant à vérifier', 'À vérifier', 'asking'],
    [{ ...OFFLINE, backups: [BACKUP] }, 'Dépôt distant réécrit\u00a0: à lire', 'À lire', 'asking'],
    [{ conflicts: 1, unsent: 3 }, 'À vous de choisir\u00a0: 1\u00a0question', '1 choix', 'asking'],
  ] satisfies readonly (readonly [Partial<SyncState>, string, string | null, string])[])(
    'says %j as « %s »',
    (state, text, short, tone) => {
      expect(syncWords({ ...CALM, ...state })).toEqual({ text, short, tone });
    },
  );
});

describe('syncSentences', () => {
  it('says that all is well, and since when', () => {
    expect(syncSentences({ ...CALM, syncedAt: '2026-07-01T09:59:00.000Z' }, HERE)).toEqual([
      'Tout est envoyé, et rien de nouveau n’attend ailleurs.',
      'Dernier échange réussi\u00a0: 1er\u00a0juillet 2026 à\u00a011:59.',
    ]);
  });

  it.each([
    ['2026-07-01T10:00:30.000Z', 'Prochain essai dans 30 s.'],
    ['2026-07-01T10:02:30.000Z', 'Prochain essai dans 3 min.'],
    [null, 'Un nouvel essai est en cours.'],
  ])('says what waits and when it is tried again (%s)', (retryAt, sentence) => {
    expect(syncSentences({ ...CALM, ...OFFLINE, unsent: 2, retryAt }, HERE)).toEqual([
      OFFLINE.error,
      '2 modifications attendent d’être envoyées\u00a0: elles sont en sûreté ici, et déjà sur le site.',
      sentence,
    ]);
  });
});

describe('subjectOf', () => {
  it.each([
    ['site.yml', 'Textes du site'],
    ['capacity.yml', 'Disponibilité'],
    ['notes.txt', 'notes.txt'],
  ])('calls %s « %s »', (path, subject) => {
    expect(subjectOf({ path, title: path })).toBe(subject);
  });
});

describe('syncSentences of a machine that readers never reach', () => {
  it('does not say that what waits is on the site', () => {
    const told = { now: NOW, readersSee: 'other' } as const;
    expect(syncSentences({ ...CALM, unsent: 1 }, told)[0]).toMatch(/en sûreté ici\.$/);
  });
});

describe('answersOf', () => {
  it('names what happens to the text, not whose side it is, when one was deleted', () => {
    expect(answersOf('deleted-here', 'here')).toEqual({ ours: 'Supprimer', theirs: 'Garder' });
    expect(answersOf('deleted-there', 'elsewhere')).toEqual({ ours: 'Garder', theirs: 'Supprimer' });
  });
});

describe('questionOf', () => {
  const asked = (kind: 'text' | 'apart' | 'deleted-here', standing: 'here' | 'elsewhere'): string =>
    questionOf(
      {
        id: '',
        kind,
        path: '',
        postId: null,
        title: '',
        since: '2026-07-01T10:00:00.000Z',
        isPending: false,
      },
      standing,
    );

  it('says of a desktop that what stands is from elsewhere', () => {
    expect(asked('text', 'here')).toContain('La version d’ici est en ligne.');
    expect(asked('text', 'elsewhere')).toContain('La version d’ailleurs est en ligne.');
    expect(asked('apart', 'here')).toBe(asked('apart', 'elsewhere'));
    expect(asked('deleted-here', 'here')).toBe('Supprimé ici, modifié ailleurs. Il a été gardé.');
    expect(asked('deleted-here', 'elsewhere')).toBe('Modifié ici, supprimé ailleurs. Il a été gardé.');
  });
});
