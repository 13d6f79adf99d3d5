import { describe, expect, it } from 'vitest';
import { NETWORKS } from '#content/model/site.ts';
import { SHARE_NETWORKS, shareAddress } from './networks.tsx';

const SHARED = {
  title: 'Prix & marge',
  description: 'Une description',
  url: 'https://exemple.fr/blog/prix?a=1&b=2',
};

describe('shareAddress', () => {
  it.each([
    ['x', 'https://x.com/intent/post', { text: SHARED.title, url: SHARED.url }],
    ['facebook', 'https://www.facebook.com/sharer/sharer.php', { u: SHARED.url }],
    ['linkedin', 'https://www.linkedin.com/sharing/share-offsite/', { url: SHARED.url }],
  ] as const)('gives %s the page', (network, address, query) => {
    const { origin, pathname, searchParams } = new URL(shareAddress(network, SHARED));
    expect([origin + pathname, Object.fromEntries(searchParams)]).toEqual([address, query]);
  });

  it('covers every network of the model', () => {
    expect(SHARE_NETWORKS).toEqual(NETWORKS);
  });
});
