import { describe, expect, it } from 'vitest';
import { itemsOf, noted, textsOf, useExports } from '../../testing/exports.ts';

const exports = useExports();

describe('a Medium export', () => {
  it('gives posts and drafts, the title once', async () => {
    const page = (title: string, footer: string): string =>
      `<!DOCTYPE html><html><head><title>${title}</title></head><body><article class="h-entry"><header><h1 class="p-name">${title}</h1></header><section data-field="subtitle" class="p-summary">Un sous-titre</section><section data-field="body" class="e-content"><section><div class="section-divider"><hr></div><h3 class="graf">${title}</h3><h4 class="graf">Un sous-titre</h4><p class="graf">Des mots.</p></section></section>${footer}</article></body></html>`;
    const items = await itemsOf(
      await exports.zip({
        'posts/2019-05-12_Un-premier-1a2b3c4d5e6f.html': page(
          'Un premier',
          '<footer><p>By <a href="https://medium.com/@claire" class="p-author h-card">Claire</a> on <a href="https://medium.com/p/1a2b3c4d5e6f"><time class="dt-published" datetime="2019-05-12T08:00:00.000Z">May 12</time></a>.</p><p><a href="https://medium.com/@claire/un-premier-1a2b3c4d5e6f" class="p-canonical">Canonical</a></p></footer>',
        ),
        'posts/draft_Une-idee-aaaaaaaaaaaa.html': page('Une idée', '<footer></footer>'),
      }),
    );
    const byTitle = new Map(textsOf(items).map((text) => [text.title, text]));
    expect(byTitle.get('Un premier')).toMatchObject({
      state: 'published',
      slug: 'un-premier',
      subtitle: 'Un sous-titre',
      published: '2019-05-12T08:00:00.000Z',
      author: 'Claire',
      content: 'Des mots.',
      addresses: ['/@claire/un-premier-1a2b3c4d5e6f', '/p/1a2b3c4d5e6f'],
    });
    expect(byTitle.get('Une idée')).toMatchObject({ state: 'draft', published: null, addresses: [] });
    expect(items).toContainEqual({ kind: 'list', of: 'feed', name: '', addresses: ['/feed'] });
  });

  it('reads addresses and parts as they are meant', async () => {
    const page = (inside: string): string =>
      `<!DOCTYPE html><html><head><title>T</title></head><body><article class="h-entry"><header><h1 class="p-name">T</h1></header><section data-field="subtitle" class="p-summary">Partie</section><section data-field="body" class="e-content">${inside}</section><footer><a href="https://medium.com/@claire/mot-%D0%B5-%C3%A9t%C3%A9-bbbbbbbbbbbb" class="p-canonical">C</a></footer></article></body></html>`;
    const items = await itemsOf(
      await exports.zip({
        'posts/2019-06-12_Un-second-bbbbbbbbbbbb.html': page(
          '<p>Avant.</p><h4>Partie</h4><img src="https://cdn-images-1.medium.com/max/800/1*vue.png">',
        ),
        'posts/index.html': '<html><body><ul><li>Un second</li></ul></body></html>',
      }),
    );
    expect(textsOf(items).map(({ slug, content }) => [slug, content])).toEqual([
      ['mot-е-été', 'Avant.\n\n#### Partie\n\n![](https://cdn-images-1.medium.com/max/800/1*vue.png)'],
    ]);
    expect(items).toContainEqual({
      kind: 'left-out',
      what: 'pages qui ne sont pas des articles',
      count: 1,
    });
  });

  it('keeps responses as drafts, the address of a message alone, and nothing of an empty body', async () => {
    const page = (title: string, inside: string): string =>
      `<!DOCTYPE html><html><head><title>${title}</title></head><body><article class="h-entry"><header><h1 class="p-name">${title}</h1></header><section data-field="body" class="e-content"><section><div class="section-divider"><hr></div>${inside}</section></section><footer></footer></article></body></html>`;
    const tweet =
      '<figure class="graf graf--figure graf--iframe"><blockquote class="twitter-tweet"><a href="https://twitter.com/ada/status/1"></a></blockquote><script async src="//platform.twitter.com/widgets.js"></script></figure>';
    const items = await itemsOf(
      await exports.zip({
        'posts/2020-01-02_Merci-aaaaaaaaaaaa.html': page(
          'Merci à vous, je…',
          '<p>Merci à vous, je suis d’accord.</p>',
        ),
        'posts/2020-01-03_Un-titre-bbbbbbbbbbbb.html': page(
          'Un titre',
          `<h3 class="graf--title">Un titre</h3><p>Un titre court.</p>${tweet}`,
        ),
        'posts/2020-01-04_Vide-cccccccccccc.html': page('Vide', ''),
      }),
    );
    const [response, article, empty] = textsOf(items);
    expect(response).toMatchObject({ state: 'private', content: 'Merci à vous, je suis d’accord.' });
    expect(noted(response)).toEqual(['private sans doute une réponse à un autre texte']);
    expect(article).toMatchObject({
      state: 'published',
      content: 'Un titre court.\n\n[Message sur X (Twitter)](https://twitter.com/ada/status/1)',
    });
    expect(empty).toMatchObject({ state: 'published', content: '' });
  });

  it('has links to its own articles lead to them, whatever host and title they name', async () => {
    const links = [
      'https://medium.com/@claire/un-autre-titre-1a2b3c4d5e6f?source=friends_link&amp;sk=abc#9f1e',
      'https://revue.example/un-premier-1a2b3c4d5e6f',
      'https://medium.com/p/1a2b3c4d5e6f',
      'https://medium.com/@paul/ailleurs-0123456789ab',
      'https://medium.com/@claire/une-idee-aaaaaaaaaaaa',
      'https://example.org/1a2b3c4d5e6f0123456789',
    ];
    const body = links.map((link) => `<p><a href="${link}" data-href="${link}">lien</a></p>`).join('');
    const page = (inside: string): string =>
      `<!DOCTYPE html><html><head><title>T</title></head><body><article class="h-entry"><header><h1 class="p-name">T</h1></header><section data-field="body" class="e-content">${inside}</section><footer></footer></article></body></html>`;
    const items = await itemsOf(
      await exports.zip({
        'posts/2019-05-12_Un-premier-1a2b3c4d5e6f.html': page('<p>Des mots.</p>'),
        'posts/2019-06-12_Un-second-bbbbbbbbbbbb.html': page(body),
        'posts/draft_Une-idee-aaaaaaaaaaaa.html': page('<p>Rien.</p>'),
      }),
    );
    const text = textsOf(items).find(({ id }) => id === 'bbbbbbbbbbbb');
    expect([...(text?.content.matchAll(/\]\((.*?)\)/g) ?? [])].map(([, to]) => to)).toEqual([
      '/p/1a2b3c4d5e6f#9f1e',
      '/p/1a2b3c4d5e6f',
      '/p/1a2b3c4d5e6f',
      ...links.slice(3),
    ]);
  });
});

describe('a Substack export', () => {
  it('joins the table and the texts, and only counts subscribers', async () => {
    const items = await itemsOf(
      await exports.zip({
        'posts.csv':
          'post_id,post_date,is_published,email_sent_at,type,audience,title,subtitle\n11.premier,2021-03-04T08:00:00.000Z,true,,newsletter,everyone,"Un ""premier"", ici",Sous-titre d&#8217;ici &amp; là\n12.payant,2021-04-04T08:00:00.000Z,true,,newsletter,only_paid,Payant,\n13.absent,2021-05-04T08:00:00.000Z,false,,newsletter,everyone,Absent,\n',
        'posts/11.premier.html': '<p>Des <strong>mots</strong>.</p>',
        'posts/12.payant.html': '<p>Pour abonnés.</p>',
        'email_list.carnet.csv': 'email,active\nlecteur@example.org,true\nautre@example.org,true\n',
      }),
    );
    const [first, paid, absent] = textsOf(items);
    expect(first).toMatchObject({
      state: 'published',
      title: 'Un "premier", ici',
      subtitle: 'Sous-titre d’ici & là',
      slug: 'premier',
      content: 'Des **mots**.',
      addresses: ['/p/premier'],
    });
    expect(paid).toMatchObject({ state: 'private' });
    expect(noted(paid)).toEqual(['private réservé aux abonnés']);
    expect(absent).toMatchObject({ state: 'draft', content: '' });
    expect(items).toContainEqual({ kind: 'left-out', what: 'abonnés', count: 2 });
    expect(items).toContainEqual({ kind: 'list', of: 'all', name: '', addresses: ['/archive'] });
    expect(JSON.stringify(items)).not.toContain('@example.org');
  });

  it('says what Substack draws from data alone, and what it could not', async () => {
    const drawn = (name: string, data: object, tag = 'div'): string =>
      `<${tag} class="x" data-attrs="${JSON.stringify(data).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" data-component-name="${name}"></${tag}>`;
    const heic = 'https://substack-post-media.s3.amazonaws.com/public/images/port.heic';
    const shownToAll = `https://substackcdn.com/image/fetch/$s_!a!,f_auto/${encodeURIComponent(heic)}`;
    const items = await itemsOf(
      await exports.zip({
        'posts.csv':
          'post_id,post_date,is_published,type,audience,title,podcast_url\n11.au-bord-du-quai,2021-03-04T08:00:00.000Z,true,newsletter,everyone,Quai,https://sons.example/1.mp3\n',
        'posts/11.au-bord-du-quai.html': [
          `<p>Merci à ${drawn('MentionToDOM', { name: 'Léa Roux', id: 7, type: 'user', url: null }, 'span')} pour <span>tout</span>.</p>`,
          drawn('ImageGalleryToDOM', {
            gallery: {
              images: [{ src: 'https://i.example/a.jpg' }, { src: 'https://i.example/b.jpg' }],
              caption: 'Deux vues',
            },
          }),
          drawn('Twitter2ToDOM', {
            url: 'https://x.com/lea/status/1',
            full_text: 'Le bac\nà 8 h < 9 h',
            username: 'lea',
            name: 'Léa',
            photos: [{ img_url: 'https://i.example/c.jpg' }],
            quoted_tweet: { full_text: 'Et demain ?', username: 'max' },
          }),
          drawn('DigestPostEmbed', {
            title: 'Le quai',
            caption: 'De nuit.',
            canonical_url: 'https://carnet.example/p/au-bord-du-quai?x=1',
          }),
          drawn('LatexBlockToDOM', { persistentExpression: 'a < b' }),
          drawn('VideoPlaceholder', { mediaUploadId: 'v', duration: 3 }),
          `<figure><a href="${shownToAll}"><div><img src="${heic}" alt="Port"></div></a><figcaption>Le port</figcaption></figure>`,
        ].join(''),
      }),
    );
    const [text] = textsOf(items);
    expect(text?.content.split('\n\n')).toEqual([
      '[Enregistrement : 1.mp3](https://sons.example/1.mp3)',
      'Merci à Léa Roux pour tout.',
      '![](https://i.example/a.jpg)![](https://i.example/b.jpg)',
      'Deux vues',
      '> Le bac\\\n> à 8 h < 9 h\n>\n> ![](https://i.example/c.jpg)\n>\n> > Et demain ?\n> >\n> > — max\n>\n> — [Léa (@lea)](https://x.com/lea/status/1)',
      '[Le quai](/p/au-bord-du-quai)',
      'De nuit.',
      '```latex\na < b\n```',
      `![Port](${shownToAll} "Le port")`,
    ]);
    expect(noted(text)).toEqual(['html Video', 'player Enregistrement']);
  });

  it('reads a table with a cell of megabytes, and one whose quotes are never closed', async () => {
    const rows = [`1.un,2021-03-04T08:00:00.000Z,true,"Un ${'""mot"" '.repeat(500_000)}"x`];
    const open = `2.deux,2021-03-04T08:00:00.000Z,true,"Deux${'\nligne'.repeat(1_000_000)}`;
    const table = ['post_id,post_date,is_published,title', ...rows, open].join('\n');
    const texts = textsOf(
      await itemsOf(
        await exports.zip({
          'posts.csv': table,
          'posts/1.un.html': '<p>A</p>',
          'posts/2.deux.html': '<p>B</p>',
        }),
      ),
    );
    expect(texts.map(({ title, content }) => [title.slice(0, 14), content])).toEqual([
      ['Un "mot" "mot"', 'A'],
      ['Deux\nligne\nlig', 'B'],
    ]);
  });

  it('has links to its own letters lead to them, as far as their names are nobody else’s', async () => {
    const links = [
      'https://carnet.substack.com/p/une-lettre-du-soir?utm_source=publication-search#les-chiffres',
      'https://open.substack.com/pub/carnet/p/une-lettre-du-soir?r=1',
      'https://autre.substack.com/p/coming-soon',
      'https://autre.substack.com/p/une-lettre-d-ailleurs',
    ];
    const items = await itemsOf(
      await exports.zip({
        'posts.csv':
          'post_id,post_date,is_published,type,audience,title\n11.une-lettre-du-soir,2021-03-04T08:00:00.000Z,true,newsletter,everyone,Soir\n12.coming-soon,2021-04-04T08:00:00.000Z,true,newsletter,everyone,Bientôt\n',
        'posts/11.une-lettre-du-soir.html': '<p>Des mots.</p>',
        'posts/12.coming-soon.html': links.map((link) => `<p><a href="${link}">lien</a></p>`).join(''),
      }),
    );
    const [, text] = textsOf(items);
    expect([...(text?.content.matchAll(/\]\((.*?)\)/g) ?? [])].map(([, to]) => to)).toEqual([
      '/p/une-lettre-du-soir#les-chiffres',
      '/p/une-lettre-du-soir',
      ...links.slice(2),
    ]);
  });

  it.each([
    [
      'its list of subscribers names the site',
      'email_list.carnet.csv',
      'email,active\n',
      'https://carnet.substack.com/p/coming-soon',
    ],
    [
      'another link there tells where it stood',
      'posts/13.trois.html',
      '<a href="https://carnet.example/p/une-lettre-du-soir">soir</a>',
      'https://carnet.example/p/coming-soon',
    ],
    [
      'the letter is shared there',
      'posts/12.coming-soon.html',
      '<a href="https://carnet.example/p/coming-soon?utm_source=substack&amp;action=share">Partager</a>',
      'https://carnet.example/p/coming-soon',
    ],
  ])(
    'has links with names that others have too lead to its own letters where %s',
    async (_how, file, said, link) => {
      const items = await itemsOf(
        await exports.zip({
          'posts.csv':
            'post_id,post_date,is_published,type,audience,title\n11.une-lettre-du-soir,2021-03-04T08:00:00.000Z,true,newsletter,everyone,Soir\n12.coming-soon,2021-04-04T08:00:00.000Z,true,newsletter,everyone,Bientôt\n13.trois,2021-05-04T08:00:00.000Z,true,newsletter,everyone,Trois\n',
          'posts/11.une-lettre-du-soir.html': `<p><a href="${link}">lien</a> <a href="https://autre.example/p/trois">ailleurs</a></p>`,
          'posts/12.coming-soon.html': '<p>Bientôt.</p>',
          'posts/13.trois.html': '<p>Trois.</p>',
          [file]: said,
        }),
      );
      expect(textsOf(items)[0]?.content).toBe(
        '[lien](/p/coming-soon) [ailleurs](https://autre.example/p/trois)',
      );
    },
  );
});
