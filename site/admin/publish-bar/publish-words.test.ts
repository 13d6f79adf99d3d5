import { describe, expect, it } from 'vitest';
import type { WaitingPost } from '#content/contract/publishing.ts';
import { effectOf, onTheirWay, publishedWords, publishLabel, publishWords } from './publish-words.ts';

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
const leaving: WaitingPost = { ...post, waits: 'withdrawal' };
const later: WaitingPost = { ...post, scheduledFor: '2026-12-03T08:00:00.000Z' };

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
    [{ waiting: [leaving] }, ONLINE, '1 article à retirer du site'],
    [{ waiting: [leaving, later, post] }, ONLINE, '2 articles à publier, 1 article à retirer du site'],
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

describe('publishLabel', () => {
  it.each([
    [[post], 1, 'Publier cet article'],
    [[post], 2, 'Publier un article'],
    [[leaving], 1, 'Retirer cet article du site'],
    [[leaving, leaving], 2, 'Tout retirer du site (2)'],
    [[leaving, leaving], 3, 'Retirer 2 articles du site'],
    [[leaving, later, post], 3, 'Tout publier (3)'],
    [[later], 1, 'Programmer cet article'],
    [[later, later], 3, 'Programmer 2 articles'],
    [[], 2, 'Publier'],
  ])('says of %j chosen of %i « %s »', (chosen, all, label) => {
    expect(publishLabel(chosen, all)).toBe(label);
  });
});

describe('effectOf', () => {
  it.each([
    [post, 'Première publication'],
    [leaving, 'Retrait d’un article en ligne'],
    [{ ...page, waits: 'change' as const }, 'Modification d’une page en ligne'],
    [{ ...later, isPage: true as const }, 'Programmée pour le 3 décembre 2026 à 09:00'],
  ])('says of %j « %s »', (waiting, effect) => {
    expect(effectOf(waiting).replace(/\u00a0/g, ' ')).toBe(effect);
  });
});

describe('publishedWords', () => {
  it.each([
    [[{ isWithdrawn: true as const }], [], '1 article retiré du site'],
    [
      [post, { isWithdrawn: true as const }],
      [post],
      '1 article publié, 1 article retiré du site, 1 à revoir',
    ],
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
