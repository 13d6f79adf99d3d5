import { describe, expect, it } from 'vitest';
import { itemsOf, noted, textsOf, useExports } from '../../testing/exports.ts';

const exports = useExports();

describe('a Jekyll site', () => {
  it('has the pages of folders that its settings include, and says which texts nobody saw', async () => {
    const items = await itemsOf(
      exports.folder({
        '_config.yml':
          'title: Carnet\ninclude: [_pages]\ncollections:\n  recettes:\n    output: true\n  equipe:\n    output: false\n',
        '_pages/a-propos.md': '---\ntitle: À propos\npermalink: /a-propos/\n---\nBonjour.\n',
        '_pages/seule.md': '---\ntitle: Seule\n---\nTexte.\n',
        '_recettes/soupe.md': '---\ntitle: Soupe\n---\nDe l’eau.\n',
        '_equipe/anne.md': '---\ntitle: Anne\n---\nTexte.\n',
        '_includes/note.md': 'Texte.\n',
      }),
    );
    expect(textsOf(items).map(({ title, type, addresses }) => [title, type, addresses[0]])).toEqual([
      ['À propos', 'page', '/a-propos/'],
      ['Seule', 'page', '/_pages/seule.html'],
      ['Soupe', 'page', '/recettes/soupe.html'],
    ]);
    expect(items.filter(({ kind }) => kind === 'left-out')).toEqual([
      { kind: 'left-out', what: 'textes de collections que Jekyll ne montrait pas seuls', count: 1 },
    ]);
  });

  it('reads former addresses with signs that are no escapes of any', async () => {
    const from = [
      'https://ancien.exemple.fr/100%/',
      'https://ancien.exemple.fr/%E9t%E9/',
      'https://ancien.exemple.fr/%C3%A9t%C3%A9/',
    ];
    const text = `---\ntitle: Un\npermalink: /un/\nredirect_from: ${JSON.stringify(from)}\n---\nTexte.\n`;
    const items = await itemsOf(
      exports.folder({ '_config.yml': 'title: Carnet', '_posts/2019-05-12-un.md': text }),
    );
    expect(textsOf(items)[0]?.addresses).toEqual(['/un/', '/100%/', '/%E9t%E9/', '/été/']);
  });

  it('has its title once where a template of it stands above, and shows the gallery of its fields', async () => {
    const fields =
      'title: Un\ngallery:\n  - url: /a.jpg\n    image_path: /a-th.jpg\n    alt: A\n  - image_path: /b.jpg\n    title: La baie\n';
    const body = '{{ page.title }}\n================\n\nMots.\n\n{% include gallery caption="Le port." %}\n';
    const files = { '_config.yml': 'title: Carnet', '_posts/2019-05-12-un.md': `---\n${fields}---\n${body}` };
    const [text] = textsOf(await itemsOf(exports.folder(files)));
    expect(text?.content).toBe('Mots.\n\n![A](/a.jpg)\n\n![](/b.jpg)\n\n*La baie*\n\nLe port.');
    expect(noted(text)).toEqual([]);
  });

  it('leads to other texts of Hexo by their names, and shows its pictures', async () => {
    const items = await itemsOf(
      exports.folder({
        '_config.yml': 'title: Carnet\npermalink: :title/\n',
        'source/_posts/un.md':
          '---\ntitle: Un\n---\n{% post_link deux %} {% post_link deux "La suite" %} {% asset_img vue.jpg "Une vue" %}\n',
        'source/_posts/deux.md': '---\ntitle: Deux\n---\nMots.\n',
      }),
    );
    const text = textsOf(items).find(({ title }) => title === 'Un');
    expect(text?.content).toBe('[Deux](/deux/) [La suite](/deux/) ![Une vue](/un/vue.jpg)');
  });

  it('shows code with what is raw in it, and no mark of what is raw', async () => {
    const body =
      '{% highlight html %}\n{% raw %}{{ page.title }}{% endraw %}\n{% endhighlight %}\n\n{% raw %}{% highlight x %}{% endraw %} {% comment %}non {% raw %}{% endcomment %}fin\n';
    const [text] = textsOf(
      await itemsOf(
        exports.folder({ '_config.yml': '', '_posts/2020-01-01-a.md': `---\ntitle: A\n---\n${body}` }),
      ),
    );
    expect(text?.content).toBe('```html\n{{ page.title }}\n```\n\n\n{% highlight x %} fin');
  });

  it('shows code as code in a page of HTML, and within a line', async () => {
    const code = (words: string): string => `{% highlight "js" %}${words}{% endhighlight %}`;
    const items = await itemsOf(
      exports.folder({
        '_config.yml': '',
        '_posts/2020-01-01-a.html': `---\ntitle: A\n---\n<p>Mots</p>\n${code('\na < b\n')}\n`,
        '_posts/2020-01-02-b.md': `---\ntitle: B\n---\n- un ${code('npm i')}\n- deux\n`,
      }),
    );
    expect(textsOf(items).map(({ content }) => content)).toEqual([
      'Mots\n\n```js\na < b\n```',
      '- un `npm i`\n- deux',
    ]);
  });

  it('is known where all its articles are in HTML, as its own importers write them', async () => {
    const files = { '_config.yml': '', '_posts/2020-01-01-a.html': '---\ntitle: A\n---\n<p>Mots</p>\n' };
    expect(textsOf(await itemsOf(exports.folder(files))).map(({ content }) => content)).toEqual(['Mots']);
  });

  it('shows in a page of HTML what its tags showed, with their titles', async () => {
    const body = [
      '<p>Mots {% youtube abcdefghijk %}</p>',
      '{% include figure.html src="/a_b.jpg" alt="A" caption="La *baie*" %}',
      '{% details title="Plus d’ombre" %}<p>Dedans.</p>{% enddetails %}',
    ].join('\n');
    const items = await itemsOf(
      exports.folder({
        '_config.yml': '',
        '_posts/2020-01-01-a.html': `---\ntitle: A\n---\n${body}\n`,
        '_posts/2020-01-02-b.md': '---\ntitle: B\n---\nMots.\n',
      }),
    );
    expect(textsOf(items)[0]?.content.split('\n\n')).toEqual([
      expect.stringMatching(/^Mots \[!\[.*\]\(.*\)\]\(https:\/\/www\.youtube\.com\/watch\?v=abcdefghijk\)$/),
      '![A](/a_b.jpg)',
      '*La baie*',
      '**Plus d’ombre**',
      'Dedans.',
    ]);
  });

  it('has addresses of days that people write, of the first category, and of fields', async () => {
    const addressBy = async (permalink: string): Promise<string | undefined> => {
      const files = {
        '_config.yml': `permalink: ${permalink}\n`,
        '_posts/a.md':
          '---\ntitle: A\ndate: May 2, 2019\ncategories: [Un, Deux]\nabbrlink: 4a17b156\n---\nTexte.\n',
      };
      return textsOf(await itemsOf(exports.folder(files)))[0]?.addresses[0];
    };
    expect(await addressBy('/:year/:short_month/:i_day/:title/')).toBe('/2019/May/2/a/');
    expect(await addressBy('/:category/:abbrlink.html')).toBe('/un/4a17b156.html');
  });

  it.each([
    ['', '_posts', 'category: Vie privée', '/vie%20privée/2019/05/01/un.html', ['Vie privée']],
    ['/:slugified_categories/:title/', '_posts', 'category: Vie privée', '/vie-privée/un/', ['Vie privée']],
    [
      '/:categories/:title/',
      'b/_posts',
      'categories: [Iles, b, C#]',
      '/b/iles/c%23/un/',
      ['b', 'Iles', 'C#'],
    ],
  ])(
    'has the categories of its folder and its fields, each once, in its address %s',
    async (permalink, folder, field, address, categories) => {
      const files = {
        '_config.yml': `title: Carnet\n${permalink === '' ? '' : `permalink: ${permalink}\n`}`,
        [`${folder}/2019-05-01-un.md`]: `---\ntitle: Un\n${field}\n---\nTexte.\n`,
      };
      const [text] = textsOf(await itemsOf(exports.folder(files)));
      expect([text?.addresses, text?.categories]).toEqual([[address], categories]);
    },
  );

  it.each([
    ['_posts', ['vie', 'privée'], ['mer', 'voile']],
    ['source/_posts', ['vie privée'], ['mer voile']],
  ])('has several categories and tags in one line, but for Hexo: %s', async (folder, categories, tags) => {
    const fields = 'title: Un\ndate: 2019-05-01\ncategories: vie privée\ntags: mer voile';
    const files = {
      '_config.yml': 'title: Carnet\n',
      [`${folder}/2019-05-01-un.md`]: `---\n${fields}\n---\nTexte.\n`,
    };
    const [text] = textsOf(await itemsOf(exports.folder(files)));
    expect([text?.categories, text?.tags]).toEqual([categories, tags]);
  });

  it('reads fields that no line opens, as Hexo does, and no title of Markdown as one', async () => {
    const items = await itemsOf(
      exports.folder({
        '_config.yml': 'title: Carnet\npermalink: :year/:title/\n',
        'source/_posts/un.md':
          'title: "Un : début"\r\ndate: 2009-02-10 07:00:26\r\ntags:\r\n- mer\r\n---\r\nTexte.\r\n',
        'source/_posts/deux.md': '---\ntitle: Deux\ndate: 2010-01-01\n---\nNote: ceci\n---\nTexte.\n',
      }),
    );
    expect(
      textsOf(items).map(({ title, addresses, tags, content }) => [title, addresses[0], tags, content]),
    ).toEqual([
      ['Deux', '/2010/deux/', [], 'Note: ceci\n---\nTexte.'],
      ['Un : début', '/2009/un/', ['mer'], 'Texte.'],
    ]);
  });

  it('leads to its posts as its older versions wrote it, gives a draft without a date no address, and says what is Textile', async () => {
    const items = await itemsOf(
      exports.folder({
        '_config.yml': 'title: Carnet\nbaseurl: /blog\npermalink: /:title/\n',
        '_posts/2020-01-02-un.md':
          '---\ntitle: Un\n---\n[deux]({{ site.baseurl }}{% post_url 2020-01-03-deux %}#fin)\n',
        '_posts/2020-01-03-deux.textile': '---\ntitle: Deux\n---\nh2. Fin\n',
        '_drafts/idee.md': '---\ntitle: Idée\n---\nTexte.\n',
      }),
    );
    const byTitle = new Map(textsOf(items).map((text) => [text.title, text]));
    expect(byTitle.get('Un')?.content).toBe('[deux](/blog/deux/#fin)');
    expect(byTitle.get('Idée')?.addresses).toEqual([]);
    expect(noted(byTitle.get('Deux'))).toEqual(['html Textile']);
  });

  it('reads fields whose quotes go on at the beginning of a line, as Ruby writes them', async () => {
    const items = await itemsOf(
      exports.folder({
        '_config.yml': 'title: Carnet\n',
        '_posts/2020-01-02-un.md':
          '---\ntitle: Un\ndescription: "Une \\"suite\\"\nde mots"\nmeta:\n  piece: ! \'l\'\'une\n\n    12\n\n\'\ntags:\n- mer\n---\nTexte.\n',
      }),
    );
    const [text] = textsOf(items);
    expect([text?.excerpt, text?.tags, noted(text)]).toEqual(['Une "suite" de mots', ['mer'], []]);
  });

  it('has in bold what kramdown has, though a word follows at once', async () => {
    const items = await itemsOf(
      exports.folder({
        '_config.yml': 'title: Carnet\n',
        '_posts/2020-01-02-un.md': '---\ntitle: Un\n---\n**Note :**mot, **un**, **deux.** trois, `**a:**b`\n',
      }),
    );
    expect(textsOf(items)[0]?.content).toBe('<strong>Note :</strong>mot, **un**, **deux.** trois, `**a:**b`');
  });

  it('leads to notes by their names, as gardens do', async () => {
    const items = await itemsOf(
      exports.folder({
        '_config.yml': 'title: Jardin\ncollections:\n  notes:\n    output: true\n',
        '_notes/Le bois.md': '---\ntitle: Le bois\n---\n[[Rabot|un rabot]], [[rien]] et `[[rabot]]`.\n',
        '_notes/rabot.md': '---\ntitle: Rabot\n---\nUn outil.\n',
      }),
    );
    expect(textsOf(items).find(({ title }) => title === 'Le bois')?.content).toBe(
      '[un rabot](</notes/rabot.html>), [[rien]] et `[[rabot]]`.',
    );
  });

  it.each([
    [
      '{% cloudinary /assets/img/vue.jpg alt="La baie" caption="Hier" %}',
      '![La baie](/assets/img/vue.jpg)\n\n*Hier*',
    ],
    ['{% picture vue.jpg %}', '![](/assets/img/vue.jpg)'],
    ['{% picture large img/vue.jpg %}', '![](/assets/img/vue.jpg)'],
    ['{% responsive_image path: assets/img/vue.jpg alt: "La baie" %}', '![La baie](/assets/img/vue.jpg)'],
    ['{% if page.image == "vue.jpg" %}Mots.{% endif %}', 'Mots.'],
    ['{% if a %}Mots.{% elif b %}{% endif %}', 'Mots.'],
    ['{% carte lieu="Brest" %}', '`{% carte lieu="Brest" %}`'],
  ])('shows the pictures of its plugins: %s', async (mark, shown) => {
    const items = await itemsOf(
      exports.folder({
        '_config.yml': 'title: Carnet\n',
        'assets/img/vue.jpg': 'p',
        '_posts/2020-01-02-un.md': `---\ntitle: Un\n---\n${mark}\n`,
      }),
    );
    expect(textsOf(items)[0]?.content).toBe(shown);
  });

  it('shows the marks that stay of a page of HTML as code', async () => {
    const body = '<p>Mots {% carte lieu="a_b" %}</p>\n<p>Le <a href="{{ site.boutique }}">magasin</a></p>\n';
    const items = await itemsOf(
      exports.folder({ '_config.yml': '', '_posts/2020-01-01-a.html': `---\ntitle: A\n---\n${body}` }),
    );
    expect(textsOf(items)[0]?.content).toBe('Mots `{% carte lieu="a_b" %}`\n\nLe magasin');
  });

  it('keeps the words of blocks that only its plugins know, below their title', async () => {
    const items = await itemsOf(
      exports.folder({
        '_config.yml': 'title: Carnet\n',
        '_posts/2020-01-02-un.md':
          '---\ntitle: Un\n---\n{% cadre %}\nDes mots.\n{% endcadre %}\n\n{% planche caption:"Deux vues" class:"large" %}\nUne vue.\n{% endplanche %}\n\n{% seul x %}\n',
      }),
    );
    const [text] = textsOf(items);
    expect(text?.content.replace(/\n{2,}/g, '\n')).toBe('Des mots.\n**Deux vues**\nUne vue.\n`{% seul x %}`');
    expect(noted(text)).toEqual(['shortcode cadre', 'shortcode planche', 'mark seul']);
  });
});
