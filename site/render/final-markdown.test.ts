import { describe, expect, it } from 'vitest';
import { withFinalAddresses, withWholeAddresses } from './final-markdown.ts';

const redirects: Readonly<Record<string, string>> = {
  '/blog/a': '/blog/b',
  '/vieux?x=1&y=2': '/blog/b?x=1&y=2',
  '/blog/parentheses': '/dossier(1)',
};
const site = {
  origin: 'https://exemple.fr',
  redirectOf: (target: string) => redirects[target] ?? null,
  folder: '/blog/',
};

const CODE = [
  'Un `[lien](/blog/a)` dans le code.',
  '',
  '```md',
  '[lien](/blog/a) ![image](/images/x.png)',
  '[a]: /blog/a',
  '```',
  '',
  '    [lien](/blog/a)',
  '',
  '<!-- [lien](/blog/a) -->',
].join('\n');

describe('withFinalAddresses', () => {
  it.each([
    ['[x](/blog/a "titre")', '[x](/blog/b "titre")'],
    ['[x](</blog/a#suite>)', '[x](</blog/b#suite>)'],
    ['[x][1]\n\n[1]: /blog/a', '[x][1]\n\n[1]: /blog/b'],
    ['[x](https://exemple.fr/blog/a)', '[x](https://exemple.fr/blog/b)'],
    ['Voir https://exemple.fr/blog/a.', 'Voir https://exemple.fr/blog/b.'],
    ['<https://exemple.fr/blog/a>', '<https://exemple.fr/blog/b>'],
    ['<a href="/blog/a">x</a>', '<a href="/blog/b">x</a>'],
    ['[x](/vieux?x=1&y=2)', '[x](/blog/b?x=1&amp;y=2)'],
    ['[x](a)', '[x](/blog/b)'],
    ['[x](/blog/parentheses)', '[x](/dossier%281%29)'],
    ['[![i](/images/a.png)](/blog/a)', '[![i](/images/a.png)](/blog/b)'],
    ['[x](/blog/c) ![i](/blog/a)', '[x](/blog/c) ![i](/blog/a)'],
  ])('makes of %s %s', (markdown, expected) => {
    expect(withFinalAddresses(markdown, site)).toBe(expected);
  });

  it('leaves code and comments alone', () => {
    expect(withFinalAddresses(CODE, site)).toBe(CODE);
  });
});

describe('withWholeAddresses', () => {
  it.each([
    ['[x](/blog/a)', '[x](https://exemple.fr/blog/b)'],
    ['[x](/blog/c#d)', '[x](https://exemple.fr/blog/c#d)'],
    ['![i](/images/a.png)', '![i](https://exemple.fr/images/a.png)'],
    ['[![i](/images/a.png)](/blog/a)', '[![i](https://exemple.fr/images/a.png)](https://exemple.fr/blog/b)'],
    ['<img src="/images/a.png">', '<img src="https://exemple.fr/images/a.png">'],
    ['[x](c)', '[x](https://exemple.fr/blog/c)'],
    ['[x](#note) [y](mailto:a@b.fr) [z](//ailleurs.fr)', '[x](#note) [y](mailto:a@b.fr) [z](//ailleurs.fr)'],
  ])('makes of %s %s', (markdown, expected) => {
    expect(withWholeAddresses(markdown, site)).toBe(expected);
  });

  it('leaves code and comments alone', () => {
    expect(withWholeAddresses(CODE, site)).toBe(CODE);
  });
});
