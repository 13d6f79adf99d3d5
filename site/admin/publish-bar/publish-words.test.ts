import { describe, expect, it } from 'vitest';
import { onTheirWay, publishedWords, publishWords } from './publish-words.ts';

const NOTHING = { unsent: 0, leaving: 0, settings: false, unconfirmed: 0, unconfirmedLeaving: 0 };
const CALM = { ...NOTHING, waiting: [], hasSite: true };
const ONLINE = { isFollowing: true, fault: null, error: null };
const OFFLINE = { isFollowing: true, fault: 'offline', error: 'Le dépôt distant ne répond pas.' };
const REFUSED = { isFollowing: true, fault: 'refused', error: 'Le jeton est refusé.' };
const ALONE = { ...ONLINE, isFollowing: false };
const post = { id: '6f1f0000-0000-4000-8000-0000000000aa', title: 'Un', waits: 'publication' } as const;

describe('publishWords', () => {
  it.each([
    [{}, ONLINE, null],
    [{ waiting: [post] }, OFFLINE, '1 article à publier'],
    [{ waiting: [post, post, post], unsent: 1 }, ONLINE, '3 articles à publier'],
    [{ unsent: 2 }, ONLINE, 'Envoi en cours…'],
    [
      { unsent: 1, leaving: 1, settings: true },
      OFFLINE,
      'Hors ligne : 1 article à envoyer, 1 article à retirer du site, réglages à envoyer',
    ],
    [{ unconfirmedLeaving: 2 }, ONLINE, '2 articles bientôt retirés'],
    [{ unsent: 2 }, OFFLINE, 'Hors ligne : 2 articles à envoyer'],
    [{ unsent: 2 }, REFUSED, '2 articles à envoyer'],
    [{ unsent: 2 }, ALONE, null],
    [{ unconfirmed: 1 }, ONLINE, '1 article bientôt en ligne'],
  ])('says %j as « %s »', (publishing, state, text) => {
    expect(publishWords({ ...CALM, ...publishing }, state)?.replace(/[\u00a0\u202f]/g, ' ') ?? null).toBe(
      text,
    );
  });
});

describe('onTheirWay', () => {
  it('says what is to be sent and why it is not, and what the site does not show yet', () => {
    expect(onTheirWay({ ...CALM, unsent: 1, unconfirmed: 2 }, OFFLINE)).toEqual([
      '1 article à envoyer. Le dépôt distant ne répond pas.',
      expect.stringContaining('le site ne les montre pas encore'),
    ]);
    expect(onTheirWay(CALM, ALONE)).toEqual([expect.stringContaining('relié à aucun site')]);
    expect(onTheirWay(CALM, ONLINE)).toEqual([]);
  });
});

describe('publishedWords', () => {
  it.each([
    [1, 0, '1 article publié'],
    [3, 1, '3 articles publiés, 1 à revoir'],
    [0, 1, 'Cet article n’a pas été publié'],
    [0, 2, 'Rien n’a été publié'],
  ])('says %i published and %i left', (published, left, text) => {
    expect(publishedWords(published, left)).toBe(text);
  });
});
