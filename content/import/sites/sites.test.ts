import { describe, expect, it } from 'vitest';
import { type ExportFiles, filesOf, itemsOf, noted, textsOf, useExports } from '../../testing/exports.ts';

const exports = useExports();
const PICTURE = Buffer.from('picture');

describe('a Hugo site', () => {
  const SITE: ExportFiles = {
    'hugo.toml':
      'baseURL = "https://ancien.exemple.fr/"\ntitle = "Carnet"\n[permalinks]\nposts = "/:year/:month/:slug/"\n',
    'content/posts/premier.md':
      '+++\ntitle = "Un premier"\ndate = 2019-05-12T10:00:00+02:00\ntags = ["mer", "été"]\ncategories = ["Voyages"]\naliases = ["/vieux/"]\n+++\n\nVoir [la suite]({{< relref "second.md" >}}).\n\n{{< figure src="/img/vue.jpg" alt="Une vue" caption="La baie" >}}\n\n{{< inconnu >}}Des mots.{{< /inconnu >}}\n',
    'content/posts/second/index.md':
      '---\ntitle: Second\ndate: 2020-01-02\nslug: deuxieme\ndraft: true\n---\nDu texte et ![ici](plan.png).\n',
    'content/posts/second/plan.png': PICTURE,
    'content/a-propos.md': '---\ntitle: À propos\nmenu: main\n---\nBonjour.\n',
    'content/posts/_index.md': '---\ntitle: Articles\n---\n',
    'static/img/vue.jpg': PICTURE,
    'themes/x/README.md': '# Un thème',
  };

  it('gives its texts at the addresses it had, and runs no shortcode', async () => {
    const items = await itemsOf(exports.folder(SITE));
    expect(items[0]).toMatchObject({ system: 'hugo', title: 'Carnet', origin: 'https://ancien.exemple.fr' });
    const [page, first, second, ...others] = textsOf(items);
    expect(others).toEqual([]);
    expect(page).toMatchObject({
      type: 'page',
      title: 'À propos',
      slug: 'a-propos',
      addresses: ['/a-propos/'],
    });
    expect(page?.menuOrder).not.toBeNull();
    expect(first).toMatchObject({
      type: 'post',
      state: 'published',
      title: 'Un premier',
      published: '2019-05-12T08:00:00.000Z',
      categories: ['Voyages'],
      tags: ['mer', 'été'],
      addresses: ['/2019/05/un-premier/', '/vieux/'],
    });
    expect(first?.content).toContain('[la suite](/2020/01/deuxieme/)');
    expect(first?.content).toContain('![Une vue](/img/vue.jpg)');
    expect(first?.content).toContain('La baie');
    expect(first?.content).toContain('Des mots.');
    expect(noted(first)).toContain('shortcode inconnu');
    expect(second).toMatchObject({ state: 'draft', slug: 'deuxieme', addresses: ['/2020/01/deuxieme/'] });
    expect(second?.content).toContain('![ici](/2020/01/deuxieme/plan.png)');
    expect(filesOf(items).map(({ addresses, path: file }) => [addresses[0], file !== null])).toEqual([
      ['/2020/01/deuxieme/plan.png', true],
      ['/img/vue.jpg', true],
    ]);
  });

  it.each([
    ['Que faire ?', '/2020/05/que-faire/'],
    ['« Été » !', '/2020/05/été/'],
    ['Un - deux — trois', '/2020/05/un-deux-trois/'],
    ['git --force', '/2020/05/git--force/'],
    ['C’est l’été', '/2020/05/cest-lété/'],
  ])('makes the address of %s as Hugo does', async (title, address) => {
    const items = await itemsOf(
      exports.folder({
        'hugo.toml': 'title = "Carnet"\n[permalinks]\nposts = "/:year/:month/:title/"\n',
        'content/posts/un.md': `+++\ntitle = "${title}"\ndate = 2020-05-01\n+++\nDu texte.\n`,
      }),
    );
    expect(textsOf(items)[0]?.addresses).toEqual([address]);
  });

  it('gives a text without a date the address that Hugo gave it', async () => {
    const items = await itemsOf(
      exports.folder({
        'hugo.toml': 'title = "Carnet"\n[permalinks]\nposts = "/:year/:month/:day/:title/"\n',
        'content/posts/un.md': '+++\ntitle = "Un"\n+++\nDu texte.\n',
      }),
    );
    expect(textsOf(items)[0]?.addresses).toEqual(['/0001/01/01/un/']);
  });

  it('gives texts what their sections and the settings say of all below them', async () => {
    const items = await itemsOf(
      exports.folder({
        'hugo.toml':
          'title = "Carnet"\n[[cascade]]\nauthor = "Anne"\n[cascade.target]\npath = "{/notes,/notes/**}"\n[[cascade]]\nauthor = "Personne"\n[cascade.target]\nenvironment = "development"\n',
        'content/posts/_index.md':
          '---\ntitle: Articles\ncascade:\n  - draft: true\n    categories: [Archives]\n    _target: { path: "/posts/vieux/*", kind: page }\n  - categories: [Carnet]\n    cover: mer.jpg\n---\n',
        'content/posts/vieux/_index.md': '---\ncascade:\n  build: { render: never }\n  author: Jean\n---\n',
        'content/posts/un.md': '---\ntitle: Un\ndate: 2019-05-01\n---\nTexte.\n',
        'content/posts/deux/index.md': '---\ntitle: Deux\ncategories: [À moi]\n---\nTexte.\n',
        'content/posts/vieux/trois.md': '---\ntitle: Trois\n---\nTexte.\n',
        'content/notes/quatre.md': '---\ntitle: Quatre\n---\nTexte.\n',
        'content/notes/quatre.en.md': '---\ntitle: Four\ndraft: true\n---\nTexte.\n',
      }),
    );
    const said = textsOf(items).map(({ title, state, categories, author, cover, notes }) => [
      ...[title, state, categories.join(), author, cover],
      ...notes.map(({ what }) => what),
    ]);
    expect(said).toEqual([
      ['Four', 'draft', '', 'Anne', null, 'en'],
      ['Quatre', 'published', '', 'Anne', null],
      ['Deux', 'published', 'À moi', null, 'mer.jpg'],
      ['Un', 'published', 'Carnet', null, 'mer.jpg'],
      ['Trois', 'draft', 'Archives', 'Jean', 'mer.jpg', 'sans adresse (build.render)'],
    ]);
  });

  it('knows languages whose code says a script and a country too', async () => {
    const items = await itemsOf(
      exports.folder({
        'hugo.toml':
          'title = "x"\ndefaultContentLanguage = "en"\n[languages.en]\n[languages.zh-Hant-TW]\n[permalinks]\npost = "/p/:filename/"\n',
        'content/post/un/index.md': '---\ntitle: One\n---\nText.\n',
        'content/post/un/index.zh-hant-tw.md': '---\ntitle: 一\n---\n字。\n',
        'content/post/two.v1.5.md': '---\ntitle: Two\n---\nText.\n',
      }),
    );
    expect(textsOf(items).map(({ slug, addresses }) => [slug, ...addresses])).toEqual([
      ['two.v1.5', '/p/two.v1.5/'],
      ['un', '/p/un/'],
      ['un', '/zh-hant-tw/p/un/'],
    ]);
  });

  it('keeps the code of shortcodes as it is', async () => {
    const code = '<b>{{ .Title }}</b> &gt; &amp;\n*a* _b_';
    const [text] = textsOf(
      await itemsOf(
        exports.folder({
          ...SITE,
          'content/posts/premier.md': `---\ntitle: Un\n---\n{{< code file="layouts/un.html" >}}\n${code}\n{{< /code >}}\n\n{{% code-toggle title="Les réglages" %}}\n${code}\n{{% /code-toggle %}}\n\n{{< code >}}\n\`\`\`js\n${code}\n\`\`\`\n{{< /code >}}\n\n{{< code >}} Sans fin.\n`,
        }),
      ),
    ).filter(({ title }) => title === 'Un');
    expect(text?.content.replace(/\n{2,}/g, '\n\n')).toBe(
      [
        `\`\`\`html\n${code}\n\`\`\``,
        `**Les réglages**\n\n\`\`\`\n${code}\n\`\`\``,
        `\`\`\`js\n${code}\n\`\`\``,
        ' Sans fin.',
      ].join('\n\n'),
    );
  });

  it('takes no time for a cascade whose pattern nobody can match', async () => {
    const pattern = '*a'.repeat(90);
    const files = {
      'hugo.toml': '',
      'content/posts/_index.md': `---\ncascade:\n  draft: true\n  _target: { path: "${pattern}" }\n---\n`,
      [`content/posts/${'a'.repeat(200)}.md`]: '---\ntitle: Un\n---\nTexte.\n',
    };
    expect(textsOf(await itemsOf(exports.folder(files)))).toMatchObject([{ state: 'published' }]);
  });

  it('is the same in a zip with a folder around it', async () => {
    const zipped = Object.fromEntries(
      Object.entries(SITE).map(([name, file]) => [`blog-main/${name}`, file]),
    );
    const [first, second] = [
      await itemsOf(exports.folder(SITE)),
      await itemsOf(await exports.zip(zipped)),
    ].map((items) => textsOf(items).map(({ title, content, addresses }) => ({ title, content, addresses })));
    expect(second).toEqual(first);
  });
});

describe('a Jekyll site', () => {
  it('gives posts, drafts and pages by the rules of its permalinks', async () => {
    const items = await itemsOf(
      exports.folder({
        '_config.yml':
          'title: Carnet\nurl: https://ancien.exemple.fr\npermalink: /:categories/:year/:month/:day/:title.html\n',
        '_posts/2019-05-12-premier.md':
          '---\ntitle: Un premier\ncategory: Voyages\ntags: [mer]\nredirect_from: /vieux/\n---\n{% highlight js %}\nlet a = 1;\n{% endhighlight %}\n\n[Suite]({% post_url 2020-01-02-second %}) et ![vue]({{ site.baseurl }}/assets/vue.jpg).\n',
        '_posts/2020-01-02-second.md': '---\ntitle: Second\npublished: false\n---\nTexte.\n',
        '_drafts/idee.md': '---\ntitle: Idée\n---\nÀ faire.\n',
        'a-propos.md': '---\ntitle: À propos\npermalink: /a-propos/\n---\nBonjour.\n',
        'README.md': '# Le dépôt\n',
        'assets/vue.jpg': PICTURE,
        '_layouts/post.html': '<html>{{ content }}</html>',
      }),
    );
    const byTitle = new Map(textsOf(items).map((text) => [text.title, text]));
    expect([...byTitle.keys()].toSorted()).toEqual(['Idée', 'Second', 'Un premier', 'À propos']);
    const first = byTitle.get('Un premier');
    expect(first).toMatchObject({
      state: 'published',
      published: '2019-05-11T22:00:00.000Z',
      categories: ['Voyages'],
      tags: ['mer'],
      addresses: ['/voyages/2019/05/12/premier.html', '/vieux/'],
    });
    expect(first?.content).toMatch(/```js\nlet a = 1;\n```/);
    expect(first?.content).toContain('[Suite](/2020/01/02/second.html)');
    expect(first?.content).toContain('![vue](/assets/vue.jpg)');
    expect(byTitle.get('Second')?.state).toBe('draft');
    expect(byTitle.get('Idée')?.state).toBe('draft');
    expect(byTitle.get('À propos')).toMatchObject({ type: 'page', addresses: ['/a-propos/'] });
    expect(filesOf(items).map(({ addresses }) => addresses[0])).toEqual(['/assets/vue.jpg']);
  });
});

describe('an Astro site', () => {
  it('gives Markdown and the words of MDX, and says what is no Markdown', async () => {
    const items = await itemsOf(
      exports.folder({
        'astro.config.mjs': "export default { site: 'https://ancien.exemple.fr' };\n",
        'src/content/blog/premier.md':
          "---\ntitle: Un premier\npubDate: 'Jul 08 2022'\nheroImage: ./vue.jpg\ndescription: Un résumé\n---\nTexte.\n",
        'src/content/blog/vue.jpg': PICTURE,
        'src/content/blog/composants.mdx':
          '---\ntitle: Composants\npubDate: 2022-07-10\n---\nimport Boite from \'../Boite.astro\';\n\n<Boite titre="x">Des mots.</Boite>\n',
      }),
    );
    const [components, first] = textsOf(items);
    expect(first).toMatchObject({
      type: 'post',
      excerpt: 'Un résumé',
      slug: 'premier',
      addresses: ['/blog/premier/'],
    });
    expect(first?.published).toMatch(/^2022-07-0[78]T/);
    expect(first?.cover).not.toBeNull();
    expect(components?.content).toContain('Des mots.');
    expect(components?.content).not.toContain('import Boite');
    expect(components?.notes.length).toBeGreaterThan(0);
  });

  it('keeps the code of MDX, where its components lead and how its text is nested', async () => {
    const items = await itemsOf(
      exports.folder({
        'astro.config.mjs': "export default { site: 'https://ancien.exemple.fr' };\n",
        'src/content/blog/un.mdx': [
          '---\ntitle: Un\npubDate: 2022-07-10\n---',
          "import Boite from '../Boite.astro';\nexport const meta = {\n  titre: 'caché',\n};\n",
          'Écrire `<Boite>` et `{/* rien */}`.\n',
          '<Grille>\n\t<Boite\n\t\ttitle="Une">\n\t\tDans la boîte.\n\n\t\t```sh\n\t\t\tls <Boite>\n\t\t```\n\t</Boite>\n</Grille>\n',
          '1. Un pas\n\n   <Boite>\n     Toujours ce pas.\n   </Boite>\n',
          '<Bouton href="/deux/" genre="x">La suite</Bouton>\n',
          '<Carte href="/trois/" title="Trois" description="Des mots." />',
        ].join('\n'),
      }),
    );
    expect(textsOf(items)[0]?.content.replace(/\n\s*\n/g, '\n')).toBe(
      [
        'Écrire `<Boite>` et `{/* rien */}`.',
        '**Une**',
        'Dans la boîte.',
        '```sh',
        '    ls <Boite>',
        '```',
        '1. Un pas',
        '   Toujours ce pas.',
        '[La suite](/deux/)',
        '[Trois](/trois/) – Des mots.',
      ].join('\n'),
    );
  });
});

describe('a site made of files', () => {
  it('has the addresses of Hexo, whose texts stand in a folder of their own', async () => {
    const items = await itemsOf(
      exports.folder({
        '_config.yml': 'title: Carnet\npermalink: news/:year/:month/:title/\n',
        'source/_posts/2020-01-02-un.md': '---\ntitle: Un\n---\n![](/img/vue.png)\n',
        'source/docs/aide.md': '---\ntitle: Aide\n---\n[suite](suite.html)\n',
        'source/docs/suite.md': '---\ntitle: Suite\n---\nTexte.\n',
        'source/img/vue.png': PICTURE,
      }),
    );
    expect(textsOf(items).map(({ addresses }) => addresses[0])).toEqual([
      '/news/2020/01/un/',
      '/docs/aide.html',
      '/docs/suite.html',
    ]);
    expect(textsOf(items).map(({ content }) => content)).toContain('[suite](/docs/suite.html)');
    expect(filesOf(items)[0]?.addresses).toContain('/img/vue.png');
  });

  it('leads its links to itself to the texts they mean', async () => {
    const items = await itemsOf(
      exports.folder({
        '_config.yml': 'title: Carnet\nurl: https://ancien.exemple.fr\n',
        'un.md':
          '---\ntitle: Un\n---\n[a](https://www.ancien.exemple.fr/docs/deux) [b](https://ancien.exemple.fr/rien) [c](#Plus-Bas) [d](https://ancien.exemple.fr/docs/deux#Raw) [e](https://ancien.exemple.fr/f/guide.pdf) ![](https://ancien.exemple.fr/f/vue.png)\n\n## Plus bas\n',
        'f/guide.pdf': PICTURE,
        'f/vue.png': PICTURE,
        'docs/deux.md': '---\ntitle: Deux\n---\n## Raw\n',
      }),
    );
    const one = textsOf(items).find(({ title }) => title === 'Un');
    expect(one?.content).toBe(
      '[a](/docs/deux.html) [b](https://ancien.exemple.fr/rien) [c](#Plus-Bas) [d](/docs/deux.html#Raw) [e](https://ancien.exemple.fr/f/guide.pdf) ![](/f/vue.png)\n\n## Plus bas',
    );
  });

  it('reads lists in which something is empty', async () => {
    const items = await itemsOf(
      exports.folder({
        '_config.yml': 'title: Carnet\n',
        '_posts/2020-01-01-un.md': '---\ntitle: Un\ntags:\n  - mer\n  -\n  - ~\n---\nDu texte.\n',
      }),
    );
    expect(textsOf(items)[0]?.tags).toEqual(['mer']);
  });
});

describe('an Eleventy site', () => {
  it('leads to texts that others name by their files', async () => {
    const items = await itemsOf(
      exports.folder({
        'eleventy.config.js': 'export default () => ({ dir: { input: "src" } });\n',
        'src/blog/2020-01-01-un.md': '---\ntitle: Un\n---\n[suite]({% ref "2020-01-02-deux.markdown" %})\n',
        'src/blog/2020-01-02-deux.markdown': '---\ntitle: Deux\n---\nDu texte.\n',
      }),
    );
    const [first] = textsOf(items);
    expect(first?.content).toBe('[suite](/blog/deux/)');
    expect(noted(first)).toEqual([]);
  });

  it('names a text whose file is a dated index after its folder', async () => {
    const items = await itemsOf(
      exports.folder({
        'eleventy.config.js': 'export default () => ({ dir: { input: "src" } });\n',
        'src/posts/posts.json': '{ "permalink": "blog/{{ page.fileSlug }}/index.html" }',
        'src/posts/un/2020-01-02-index.md': '---\ntitle: Un\n---\nUn.\n',
      }),
    );
    expect(textsOf(items)).toMatchObject([
      { slug: 'un', type: 'post', addresses: ['/blog/un/'], published: '2020-01-01T23:00:00.000Z' },
    ]);
  });

  it('gives posts at their permalinks, without the tags that only make lists', async () => {
    const items = await itemsOf(
      exports.folder({
        'eleventy.config.js': 'export default function () {}\n',
        'content/blog/premier.md':
          '---\ntitle: Un premier\ndate: 2018-05-01\ntags: [posts, mer]\n---\nTexte.\n',
        'content/a-propos.md': '---\ntitle: À propos\npermalink: /qui/\n---\nBonjour.\n',
        'content/blog/blog.json': '{"tags": ["posts"]}',
      }),
    );
    const byTitle = new Map(textsOf(items).map((text) => [text.title, text]));
    expect(byTitle.get('Un premier')).toMatchObject({ type: 'post', tags: ['mer'] });
    expect(byTitle.get('Un premier')?.published).toMatch(/^2018-0[45]-/);
    expect(byTitle.get('À propos')?.addresses).toEqual(['/qui/']);
  });
});

describe('a folder of Markdown', () => {
  it('takes titles from headings or names, dates from front matter or names, and resolves links', async () => {
    const items = await itemsOf(
      exports.folder({
        'notes/2019-05-12-premier.md': '# Un premier\n\nVoir [l’autre](autre.md) et ![vue](img/vue.png).\n',
        'notes/autre.md': 'Sans titre ici.\n',
        'notes/img/vue.png': PICTURE,
        'notes/binaire.md': Buffer.from([0, 1, 2]),
      }),
    );
    expect(items[0]).toMatchObject({ system: 'markdown', origin: null });
    const byTitle = new Map(textsOf(items).map((text) => [text.title, text]));
    const first = byTitle.get('Un premier');
    expect(first).toMatchObject({ type: 'post', slug: 'premier' });
    expect(first?.published).toMatch(/^2019-05-1[12]T/);
    expect(first?.content).not.toContain('# Un premier');
    const [other] = byTitle.get('Autre')?.addresses ?? [];
    expect(first?.content).toContain(`[l’autre](${other})`);
    const broken = byTitle.get('Binaire');
    expect(broken).toMatchObject({ state: 'draft', content: '' });
    expect(noted(broken)).toEqual(['unread ce n’est pas un texte, ou il dépasse 16 Mo']);
  });

  it('shows a title once that a text has as its first heading too', async () => {
    const items = await itemsOf(
      exports.folder({
        'a.md': '---\ntitle: Qui suis-je\n---\n\n# Qui *suis-je* #\n\nUn.\n',
        'b.md': '---\ntitle: Autre\n---\n\n# Un début\n\nDeux.\n',
      }),
    );
    expect(textsOf(items).map(({ title, content }) => [title, content])).toEqual([
      ['Qui suis-je', 'Un.'],
      ['Autre', '# Un début\n\nDeux.'],
    ]);
  });

  it('runs no program that its front matter holds', async () => {
    const items = await itemsOf(
      exports.folder({ 'a.md': '---js\n{ title: process.exit(1) }\n---\nTexte.\n' }),
    );
    expect(textsOf(items)).toMatchObject([{ title: 'A' }]);
  });
});
