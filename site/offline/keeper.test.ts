import { describe, expect, it } from 'vitest';
import { createKeeper, keptKind, offlineNotice, offlinePage } from './keeper.ts';

const origin = 'https://exemple.fr';
const kindOf = (path: string, method = 'GET') => keptKind({ method, url: `${origin}${path}`, origin });

describe('keptKind', () => {
  it('keeps home, list, articles and pages, with their files and images', () => {
    const kept = ['/', '/blog', '/blog/fixer-son-prix', '/blog/prix#la-suite', '/services'];
    expect(kept.map((path) => kindOf(path))).toEqual(Array(5).fill('page'));
    expect(kindOf('/assets/static/main.a1.css')).toBe('file');
    expect(kindOf('/assets/entries/client.a1.js')).toBe('script');
    expect(kindOf(`/images/${'a'.repeat(40)}/mer-800.webp`)).toBe('image');
  });

  it.each([
    ...[
      '/admin',
      '/admin/articles',
      '/auth',
      '/api/posts',
      '/apercu/abc',
      '/content.git/info/refs',
      '/healthz',
    ],
    ...['/rss.xml', '/upload-debug', '/images/2026/mer.jpg'],
  ])('never touches %s', (path) => {
    expect(kindOf(path)).toBe('other');
  });

  it.each([
    '/recherche?q=prix',
    '/recherche',
    '/blog?page=2',
    '/?utm_source=lettre',
    '/services?a=b',
    '/blog/categorie/business',
    '/blog/a/b',
    '/mentions-legales',
  ])('keeps nothing of %s, which readers come to', (path) => {
    expect(kindOf(path)).toBe('live');
  });

  it('never touches what changes something, nor another site', () => {
    expect(kindOf('/blog', 'POST')).toBe('other');
    expect(keptKind({ method: 'GET', url: 'https://ailleurs.fr/blog', origin })).toBe('other');
  });
});

describe('offlinePage', () => {
  it('says in the page, before its content, that it is not from now', () => {
    const html = offlinePage('<body><main id="a"><h1>Titre</h1></main></body>', Date.UTC(2026, 10, 22, 12));
    expect(html).toMatch(
      /<main id="a"><p class="offline-note" role="status">Hors ligne\u00A0: version lue le 22 novembre 2026/,
    );
    expect(html).toContain('</p><h1>Titre</h1>');
  });
});

describe('offlineNotice', () => {
  it('is a whole page that runs nothing', () => {
    const notice = offlineNotice('Pas de réseau.', '');
    expect(notice).toMatch(/^<!doctype html>/);
    expect(notice).toContain('<p>Pas de réseau.</p>');
    expect(notice).not.toContain('<script');
  });
});

describe('a keeper whose browser keeps nothing', () => {
  const refused = () => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'));

  function answerOf(path: string, network: () => Promise<Response>): Promise<Response> | null {
    const keeper = createKeeper({
      caches: { open: refused, match: refused, has: refused, keys: refused, delete: refused },
      location: { origin },
      navigator: { onLine: true },
      clients: { claim: () => Promise.resolve() },
      fetch: network,
      skipWaiting: () => Promise.resolve(),
      addEventListener: () => undefined,
    });
    const request = Object.defineProperty(new Request(origin + path), 'mode', { value: 'navigate' });
    return keeper.answer({ request, waitUntil: () => undefined });
  }

  it.each([
    '/blog',
    '/recherche?q=prix',
    '/assets/static/main.a1.css',
    '/assets/entries/client.a1.js',
    `/images/${'a'.repeat(40)}/mer-800.webp`,
  ])('answers %s from the network', async (path) => {
    const network = new Response('du réseau', { headers: { 'cache-control': 'immutable' } });
    const answer = await answerOf(path, () => Promise.resolve(network));
    expect(await answer?.text()).toBe('du réseau');
  });

  it.each([
    ['/blog/prix', 'n’a pas encore été lue'],
    ['/recherche?q=prix', 'a besoin du réseau'],
  ])('says of %s without network that it %s', async (path, why) => {
    const answer = await answerOf(path, () => Promise.reject(new TypeError('Failed to fetch')));
    expect(answer?.status).toBe(503);
    const notice = await answer?.text();
    expect(notice).toContain(why);
    // The list was not kept: a link to it would lead to this same page.
    expect(notice).not.toContain('href');
  });
});
