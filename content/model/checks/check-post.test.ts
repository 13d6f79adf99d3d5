import { describe, expect, it } from 'vitest';
import { splice } from '../image-references/mend.ts';
import { checkPost } from './check-post.ts';
import type { CheckedPost, Finding, SiteFacts } from './finding.ts';

const GOOD: CheckedPost = {
  title: 'Un titre',
  subtitle: null,
  slug: 'ici',
  excerpt: 'Un extrait.',
  content: 'Un texte.\n',
  coverImage: null,
  coverImageAlt: null,
  ogImage: null,
  socialTitle: null,
  socialDescription: null,
};
const SITE: SiteFacts = {
  origin: 'https://exemple.fr',
  posts: new Map([
    ['/blog/ici', 'hidden'],
    ['/blog/public', 'public'],
    ['/blog/brouillon', 'hidden'],
  ]),
  redirects: new Map([
    ['/blog/ancien', '/blog/public'],
    ['/blog/parti', 'gone'],
    ['/blog/perdu', '/blog/brouillon'],
  ]),
  images: new Set(['images/2026/mer.jpg']),
};

const check = (fields: Partial<CheckedPost>): readonly Finding[] => checkPost({ ...GOOD, ...fields }, SITE);
/** Each finding as its kind, its severity, and the text of its place. */
const places = (content: string) =>
  check({ content }).map(({ kind, severity, range }) => [
    kind,
    severity,
    range === null ? null : content.slice(range.from, range.to),
  ]);
/** The text once every replacement is accepted. */
const mended = (content: string) =>
  splice(
    content,
    check({ content }).flatMap(({ range, replacement, field }) =>
      range === null || replacement === null || field !== 'content'
        ? []
        : [{ ...range, text: replacement.text }],
    ),
  );

describe('checkPost', () => {
  it('finds nothing in a post that is ready', () => {
    const content =
      'Un [lien](/blog/public).\n\n## Partie\n\n### Détail\n\n![La mer](/images/2026/mer.jpg)\n\n## Fin\n\n[Moi](/blog/ici)\n';
    expect(check({ content, coverImage: '/images/2026/mer.jpg', coverImageAlt: 'La mer' })).toEqual([]);
  });

  it('says that the text is empty, and what else is missing', () => {
    const found = check({ content: ' \n', excerpt: '' });
    expect(found.map(({ kind, severity }) => [kind, severity])).toEqual([
      ['empty-text', 'error'],
      ['missing-excerpt', 'warning'],
    ]);
  });

  it('puts what does not work first, then goes down the text', () => {
    const content = '# A\n\n![](/images/2026/mer.jpg)\n\n[a](/blog/absent)\n';
    expect(places(content).map(([kind]) => kind)).toEqual(['broken-link', 'heading-one', 'missing-alt']);
  });

  it('says in French sentences what to do', () => {
    const content = '# A\n\n#### B\n\n![](https://ailleurs.fr/x.png) [a](/blog/absent) [b](/blog/ancien)\n';
    const messages = check({ content, excerpt: '', title: 'x'.repeat(71) }).map(({ message }) => message);
    expect(messages).toHaveLength(8);
    expect(messages.filter((message) => !/^\p{Lu}.*[.]$/u.test(message))).toEqual([]);
  });
});

describe('images', () => {
  it('need a text, unless HTML says that they are there to look nice', () => {
    const content = [
      '![ ](/images/2026/mer.jpg)',
      '![][mer]',
      '<img src="/images/2026/mer.jpg">',
      '<img src="/images/2026/mer.jpg" alt="">',
      '`![](/images/2026/mer.jpg)`',
      '[mer]: /images/2026/mer.jpg',
    ].join('\n\n');
    expect(places(content)).toEqual([
      ['missing-alt', 'warning', '![ ](/images/2026/mer.jpg)'],
      ['missing-alt', 'warning', '![][mer]'],
      ['missing-alt', 'warning', '<img src="/images/2026/mer.jpg">'],
    ]);
  });

  it('must be in the library, wherever the post names them', () => {
    const content =
      '![a](/images/2026/x.jpg) ![b](https://exemple.fr/images/2026/mer.jpg) ![c](https://a.fr/d.png)';
    const other = { coverImage: '/images/y.jpg', coverImageAlt: 'Y', ogImage: '/images/z.jpg' };
    const found = check({ content, ...other }).map(({ kind, field, range }) => [
      kind,
      field,
      range === null ? null : content.slice(range.from, range.to),
    ]);
    expect(found).toEqual([
      ['missing-image', 'coverImage', null],
      ['missing-image', 'ogImage', null],
      ['missing-image', 'content', '/images/2026/x.jpg'],
      ['missing-image', 'content', 'https://a.fr/d.png'],
    ]);
  });

  it.each([
    ['https://a.fr/d.webp', ['unsharable-image']],
    ['https://a.fr/d.AVIF?w=1', ['unsharable-image']],
    ['https://a.fr/d.jpg', []],
    ['/images/2026/mer.jpg', []],
  ])('for networks can be shown by all of them: %s', (ogImage, kinds) => {
    expect(check({ ogImage }).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('of the cover need a text too', () => {
    const found = check({ coverImage: '/images/2026/mer.jpg', coverImageAlt: ' ' });
    expect(found).toMatchObject([{ kind: 'missing-cover-alt', field: 'coverImageAlt', range: null }]);
  });
});

describe('links to articles', () => {
  it('must lead to one that readers see', () => {
    const content = '[a](/blog/absent) [b](/blog/parti) [c](/blog/brouillon) [d](/blog/perdu)';
    expect(places(content)).toEqual([
      ['broken-link', 'error', '/blog/absent'],
      ['broken-link', 'error', '/blog/parti'],
      ['broken-link', 'error', '/blog/perdu'],
      ['broken-link', 'warning', '/blog/brouillon'],
    ]);
  });

  it('are led to the new address of one that moved, what follows it kept', () => {
    expect(mended('Voir [a](/blog/ancien#x) et <https://exemple.fr/blog/ancien>.')).toBe(
      'Voir [a](/blog/public#x) et <https://exemple.fr/blog/public>.',
    );
  });
});

describe('addresses without their beginning', () => {
  const content = '[a](www.impots.gouv.fr/x) [b](contact@exemple.fr)\n\n[c]: <WWW.exemple.fr> "c"';

  it('are shown: they lead readers to a page of the site that is not there', () => {
    expect(places(content)).toEqual([
      ['broken-link', 'error', 'www.impots.gouv.fr/x'],
      ['broken-link', 'error', 'contact@exemple.fr'],
      ['broken-link', 'error', 'WWW.exemple.fr'],
    ]);
    expect(places('[a](public) [b](/@moi) [c](https://x.fr/www.y) [d](mailto:a@b.fr)')).toEqual([]);
  });

  it('are given it', () => {
    expect(mended(content)).toBe(
      '[a](https://www.impots.gouv.fr/x) [b](mailto:contact@exemple.fr)\n\n[c]: <https://WWW.exemple.fr> "c"',
    );
  });
});

describe('words between angle brackets', () => {
  const content = 'Bonjour <nom>, votre devis de <montant ttc> est prêt.';

  it('are named where they are taken for an element that HTML does not have', () => {
    expect(check({ content }).map(({ message }) => message)).toEqual([
      'Les mots entre < et > ne seront pas montrés\u00a0: «\u00a0<nom>\u00a0».',
      'Les mots entre < et > ne seront pas montrés\u00a0: «\u00a0<montant ttc>\u00a0».',
    ]);
    expect(mended(content)).toBe('Bonjour \\<nom>, votre devis de \\<montant ttc> est prêt.');
  });

  it('are not named where readers see them, or where they are HTML', () => {
    const shown = '`<nom>` \\<nom> <prénom> a < b > c <https://x.fr> <a@b.fr>\n\n```\n<nom>\n```\n';
    const html = '<br> <KBD>a</KBD> <details open>b</details> <svg><path d="M0 0"/></svg> <!-- <nom> -->';
    expect(places(shown + html)).toEqual([]);
  });
});

describe('addresses that start from a file', () => {
  const content =
    '[a](public.md) [b](../2026/public.md#plan) [c](absent.md) ![d](../../images/2026/mer.jpg) ![e](photo.jpg)';

  it('are shown: they lead readers to no page and show them no image', () => {
    expect(places(content)).toEqual([
      ['broken-link', 'error', 'public.md'],
      ['broken-link', 'error', '../2026/public.md#plan'],
      ['broken-link', 'error', 'absent.md'],
      ['missing-image', 'error', '../../images/2026/mer.jpg'],
      ['missing-image', 'error', 'photo.jpg'],
    ]);
    expect(places('[a](public) [b](https://ailleurs.fr/a.md) [c](#d.md) [d](?e) [f](mailto:a.md)')).toEqual(
      [],
    );
  });

  it('are no cover and no card either', () => {
    const found = check({
      coverImage: '../images/2026/mer.jpg',
      coverImageAlt: 'La mer',
      ogImage: 'mer.jpg',
    });
    expect(found.map(({ kind, field }) => `${field}: ${kind}`)).toEqual([
      'coverImage: missing-image',
      'ogImage: missing-image',
    ]);
  });

  it('become those of the site where it has what they name', () => {
    expect(mended(content)).toBe(
      '[a](/blog/public) [b](/blog/public#plan) [c](absent.md) ![d](/images/2026/mer.jpg) ![e](photo.jpg)',
    );
  });
});

describe('titles in the text', () => {
  it.each([
    ['# A\n\n## B\n', '## A\n\n## B\n'],
    ['A\n===\n', 'A\n---\n'],
    ['## A\n\n#### B\n\n#### C\n\n##### D\n\n## E\n', '## A\n\n### B\n\n### C\n\n#### D\n\n## E\n'],
    ['### A\r\n\r\n## B\r\n', '## A\r\n\r\n## B\r\n'],
    ['## A\n\n```\n# code\n```\n\n    # code\n', '## A\n\n```\n# code\n```\n\n    # code\n'],
    ['#mot-dièse\n\n####### sept\n', '#mot-dièse\n\n####### sept\n'],
  ])('of %j become those of %j', (content, expected) => {
    expect(mended(content)).toBe(expected);
    expect(check({ content: mended(content) })).toEqual([]);
  });

  it('in HTML are shown, for the author to mend', () => {
    expect(places('<h1 class="a">A</h1>\n')).toEqual([['heading-one', 'warning', '<h1 class="a">']]);
    expect(mended('<h4>A</h4>\n')).toBe('<h4>A</h4>\n');
  });
});

describe('texts', () => {
  it('are too long past what is shown of them', () => {
    const kinds = (fields: Partial<CheckedPost>) =>
      check(fields).map(({ kind, field }) => `${field}: ${kind}`);
    expect(
      kinds({ title: 'é'.repeat(70), socialTitle: 'é'.repeat(70), excerpt: '🖋️'.slice(0, 2).repeat(160) }),
    ).toEqual([]);
    expect(kinds({ title: 'é'.repeat(71), socialTitle: 'é'.repeat(71), excerpt: 'é'.repeat(161) })).toEqual([
      'title: long-title',
      'socialTitle: long-social-title',
      'excerpt: long-social-description',
    ]);
    expect(kinds({ excerpt: 'é'.repeat(161), socialDescription: 'Bref.' })).toEqual([]);
    expect(kinds({ socialDescription: 'é'.repeat(161) })).toEqual([
      'socialDescription: long-social-description',
    ]);
  });

  it('say of a subtitle that is too long that it is hard to read, not that it is cut', () => {
    expect(check({ subtitle: 'é'.repeat(160) })).toEqual([]);
    expect(check({ subtitle: 'é'.repeat(161) })).toMatchObject([
      {
        kind: 'long-subtitle',
        field: 'subtitle',
        severity: 'warning',
        message:
          'Le sous-titre compte 161 caractères\u00a0: au-delà de 160, on ne le lit plus d’un coup d’œil.',
      },
    ]);
  });

  it('begin the excerpt that is offered', () => {
    const content =
      '## Titre\n\n> Une citation.\n\nUn **bon** [début](/blog/public), avec `code`.[^1] Puis la suite !\n';
    expect(check({ content, excerpt: ' ' })).toMatchObject([
      {
        kind: 'missing-excerpt',
        field: 'excerpt',
        replacement: { text: 'Un bon début, avec code. Puis la suite !' },
      },
    ]);
  });
});
