import { describe, expect, it } from 'vitest';
import type { SyncState } from '#content/contract/sync-operations.ts';
import { answersOf, syncWords } from './sync-words.ts';

const NOW = Date.parse('2026-07-01T10:00:00.000Z');
const CALM: SyncState = {
  ...{ isFollowing: true, unsent: 0, isSyncing: false, error: null, fault: null },
  ...{ syncedAt: null, retryAt: null, conflicts: 0, backup: null, notice: null },
};

describe('syncWords', () => {
  it.each([
    [{}, 'En ligne', 'well'],
    [{ unsent: 1 }, '1 modification à envoyer', 'waiting'],
    [{ unsent: 2 }, '2 modifications à envoyer', 'waiting'],
    [
      { unsent: 2, error: 'x', fault: 'offline', retryAt: '2026-07-01T10:00:30.000Z' },
      'Hors ligne, nouvel essai dans 30 s',
      'waiting',
    ],
    [
      { error: 'x', fault: 'offline', retryAt: '2026-07-01T10:02:30.000Z' },
      'Hors ligne, nouvel essai dans 3 min',
      'waiting',
    ],
    [{ error: 'x', fault: 'offline' }, 'Hors ligne, nouvel essai en cours', 'waiting'],
    [{ error: 'Le jeton est refusé.', fault: 'refused' }, 'Le jeton est refusé.', 'asking'],
    [{ conflicts: 1, unsent: 3 }, 'À vous de choisir : 1 article', 'asking'],
  ] as const)('says %j as « %s »', (state, text, tone) => {
    expect(syncWords({ ...CALM, ...state }, NOW)).toEqual({ text, tone });
  });
});

describe('answersOf', () => {
  it('names what happens to the text, not whose side it is, when one was deleted', () => {
    expect(answersOf('deleted-here')).toEqual({ ours: 'Supprimer', theirs: 'Garder' });
    expect(answersOf('deleted-there')).toEqual({ ours: 'Garder', theirs: 'Supprimer' });
  });
});
