import { describe, expect, it } from 'vitest';
import { ownRedirect } from './kept-page.ts';

/** Redirects that count how often somebody looks into them. */
function counting(...froms: readonly string[]) {
  let count = 0;
  const redirects = new Map(froms.map((from) => [from, '/blog/article']));
  const has = redirects.has.bind(redirects);
  redirects.has = (key) => {
    count += 1;
    return has(key);
  };
  return { snapshot: { redirects }, count: () => count };
}

const TRACKED = `?${Array.from({ length: 20 }, (_, at) => `utm_${at}=x`).join('&')}`;

describe('the redirect of a target with a query', () => {
  it('is looked for where redirects.yml has a query for that path, and nowhere else', () => {
    const { snapshot, count } = counting('/ancien', '/?p=1', '/b?x=1');
    expect(ownRedirect(`/ancien${TRACKED}`, { snapshot })).toBeNull();
    expect(count()).toBe(0);
    expect(ownRedirect(`/${TRACKED}`, { snapshot })).toBeNull();
    expect(count()).toBeGreaterThan(0);
  });

  it.each([
    ['/?p=1&utm=x', '/?p=1'],
    ['/b/?x=1', '/b?x=1'],
    ['/b?utm=x&x=1', '/b?x=1'],
    ['/b?p=1', null],
  ])('of %s is %s', (target, own) => {
    expect(ownRedirect(target, counting('/ancien', '/?p=1', '/b?x=1'))).toBe(own);
  });
});
