import { describe, expect, it } from 'vitest';
import type { WaitingPost } from '#content/contract/publishing.ts';
import { onTheirWay, publishedWords, publishWords } from './publish-words.ts';

const articles = (count: number, pages = 0) => ({ articles: count, pages });
const NONE = articles(0);
const CALM = {
  waiting: [],
  unsent: NONE,
  leaving: NONE,
  settings: false,
  unconfirmed: NONE,
  unconfirmedLeaving: NONE,
  hasSite: true,
};
const ONLINE = { isFollowing: true, fault: null, error: null };
const OFFLINE = { isFollowing: true, fault: 'offline', error: 'Le dépôt distant ne répond pas.' };
const REFUSED = { isFollowing: true, fault: 'refused', error: 'Le jeton est refusé.' };
const ALONE = { ...ONLINE, isFollowing: false };
const post: WaitingPost = {
  id: '6f1f0000-0000-4000-8000-0000000000aa',
  title: 'Un',
  waits: 'publication',
};
const page: WaitingPost = { ...post, isPage: true };

describe('publishWords', () => {
  it.each([
    [{}, ONLINE, null],
    [{ waiting: [post] }, OFFLINE, '1 article à publier'],
    [{ waiting: [post, post, post], unsent: articles(1) }, ONLINE, '3 articles à publier'],
    [{ unsent: articles(2) }, ONLINE, 'Envoi en cours…'],
    [
      { unsent: articles(1), leaving: articles(1), settings: true },
      OFFLINE,
      'Hors ligne : 1 article à envoyer, 1 article à retirer du site, réglages à envoyer',
    ],
    [{ unconfirmedLeaving: articles(2) }, ONLINE, '2 articles bientôt retirés'],
    [{ unsent: articles(2) }, OFFLINE, 'Hors ligne : 2 articles à envoyer'],
    [{ unsent: articles(2) }, REFUSED, '2 articles à envoyer'],
    [{ unsent: articles(2) }, ALONE, null],
    [{ unconfirmed: articles(1) }, ONLINE, '1 article bientôt en ligne'],
    [{ waiting: [post, page] }, ONLINE, '1 article et 1 page à publier'],
    [{ unsent: articles(2, 1) }, OFFLINE, 'Hors ligne : 2 articles et 1 page à envoyer'],
    [{ unconfirmedLeaving: articles(0, 2) }, ONLINE, '2 pages bientôt retirées'],
  ])('says %j as « %s »', (publishing, state, text) => {
    expect(publishWords({ ...CALM, ...publishing }, state)?.replace(/[\u00a0\u202f]/g, ' ') ?? null).toBe(
      text,
    );
  });
});

describe('onTheirWay', () => {
  it('says what is to be sent and why it is not, and what the site does not show yet', () => {
    expect(onTheirWay({ ...CALM, unsent: articles(1), unconfirmed: articles(2) }, OFFLINE)).toEqual([
      '1 article à envoyer. Le dépôt distant ne répond pas.',
      expect.stringContaining('le site ne les montre pas encore'),
    ]);
    expect(onTheirWay(CALM, ALONE)).toEqual([expect.stringContaining('relié à aucun site')]);
    expect(onTheirWay(CALM, ONLINE)).toEqual([]);
  });
});

describe('publishedWords', () => {
  it.each([
    [[post], [], '1 article publié'],
    [[post, post, post], [post], '3 articles publiés, 1 à revoir'],
    [[], [post], 'Cet article n’a pas été publié'],
    [[], [post, page], 'Rien n’a été publié'],
    [[page], [], '1 page publiée'],
    [[post, page], [], '1 article et 1 page publiés'],
    [[], [page], 'Cette page n’a pas été publiée'],
  ])('says of %j published and %j left « %s »', (published, left, text) => {
    expect(publishedWords(published, left)).toBe(text);
  });
});
