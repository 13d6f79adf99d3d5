import { describe, expect, it } from 'vitest';
import { type ExportFiles, filesOf, itemsOf, noted, textsOf, useExports } from '../../testing/exports.ts';

const exports = useExports();
const PICTURE = Buffer.from('picture');

/** The content of each text, by the end of its id. */
async function contents(files: ExportFiles): Promise<(end: string) => string> {
  const texts = textsOf(await itemsOf(exports.folder(files)));
  return (end) => texts.find(({ id }) => id.endsWith(end))?.content ?? '';
}

describe('links of a Hugo site', () => {
  it('lead to texts by their paths in the content, whatever stands before and after', async () => {
    const of = await contents({
      'hugo.toml':
        'baseURL = "https://ancien.exemple.fr/doc/"\n[[module.mounts]]\nsource = "content/fr"\ntarget = "content"\n',
      'content/fr/guides/Premier.md':
        '---\ntitle: Premier\n---\n[a](/guides/second/) [b](/guides/second.md) [c](second#partie) [d](guides/second/) [e](/ailleurs/) [f](/doc/guides/second/)\n\n[g]: /guides/second/\n',
      'content/fr/guides/second.md': '---\ntitle: Second\n---\n[p](premier.md)\n',
    });
    expect(of('Premier.md').split(/[ \n]+/)).toEqual([
      '[a](/doc/guides/second/)',
      '[b](/doc/guides/second/)',
      '[c](/doc/guides/second/#partie)',
      '[d](/doc/guides/second/)',
      '[e](/ailleurs/)',
      '[f](/doc/guides/second/)',
      '[g]:',
      '/doc/guides/second/',
    ]);
    expect(of('second.md')).toBe('[p](/doc/guides/premier/)');
  });

  it('keep the words of one whose address a shortcode was to make', async () => {
    const of = await contents({
      'hugo.toml': 'title = "x"\n',
      'content/a.md':
        '---\ntitle: A\n---\nVoir [le code]({{% eturl disqus %}}) et [le site](https://a.example/).\n',
    });
    expect(of('a.md')).toBe('Voir le code et [le site](https://a.example/).');
  });

  it('lead to the list of articles where the site stood below another', async () => {
    const items = await itemsOf(
      exports.folder({
        'hugo.toml': 'baseURL = "https://ancien.exemple.fr/carnet/"\n',
        'content/posts/un.md': '---\ntitle: Un\n---\n[accueil](/carnet/)\n',
      }),
    );
    expect(items).toContainEqual({ kind: 'list', of: 'all', name: '', addresses: ['/carnet/'] });
  });

  it('lead to the list of articles where a page only listed others', async () => {
    const items = await itemsOf(
      exports.folder({
        'hugo.toml': 'title = "x"\n',
        'content/guides/_index.md': '---\ntitle: Guides\n---\n',
        'content/guides/un.md': '---\ntitle: Un\n---\nTexte.\n',
      }),
    );
    expect(items).toContainEqual({ kind: 'list', of: 'all', name: '', addresses: ['/guides/'] });
  });
});

describe('pictures of a Hugo site', () => {
  it('are those that any shortcode names, and the one beside a bundle that themes show above it', async () => {
    const items = await itemsOf(
      exports.folder({
        'hugo.toml': 'title = "x"\n',
        'content/posts/un/index.md':
          '---\ntitle: Un\n---\n{{< capture src="vue.png" alt="Une vue" caption="La baie" >}}\n',
        'content/posts/un/vue.png': PICTURE,
        'content/posts/un/featured.jpg': PICTURE,
        'content/posts/deux/index.md':
          '---\ntitle: Deux\nresources:\n- name: featured-image\n  src: image.png\n---\nTexte.\n',
        'content/posts/deux/image.png': PICTURE,
      }),
    );
    const [two, one] = textsOf(items);
    expect(one?.content).toBe('![Une vue](/posts/un/vue.png)\n\n*La baie*');
    expect([one?.cover, two?.cover]).toEqual(['/posts/un/featured.jpg', '/posts/deux/image.png']);
  });
});

describe('a Jekyll site', () => {
  it('has what its templates name: settings, data and what a text assigns', async () => {
    const of = await contents({
      '_config.yml': 'title: Carnet\nbaseurl: /blog\nrepository: https://code.example/carnet\n',
      '_data/outil.yml': 'version: "3.4"\n',
      '_posts/2020-01-01-un.md':
        '---\ntitle: Un\n---\n{% assign nom = "Anne" %}[#12]({{ site.repository }}/issues/12) {{ site.data.outil.version }} {{ nom }} [ici]({{ "/a/" | relative_url }}) [inconnu]({{ site.rien }}/x)\n',
    });
    expect(of('un.md')).toBe('[#12](https://code.example/carnet/issues/12) 3.4 Anne [ici](/blog/a/) inconnu');
  });

  it('keeps a page that loops where it says something itself, and leads to lists from one that does not', async () => {
    const prose = 'Voici comment les adresses de ce carnet sont faites, et ce que chaque mot y veut dire.';
    const items = await itemsOf(
      exports.folder({
        '_config.yml': 'title: Carnet\n',
        'adresses.md': `---\ntitle: Adresses\n---\n${prose}\n\n{% for one in site.data.mots %}\n- {{ one.nom }}\n{% endfor %}\n`,
        'tags.html':
          '---\ntitle: Tags\n---\n<ul>{% for tag in site.tags %}<li>{{ tag }}</li>{% endfor %}</ul>\n',
      }),
    );
    expect(textsOf(items).map(({ content }) => content.split('\n')[0])).toEqual([prose]);
    expect(textsOf(items)[0]?.content).not.toContain('one.nom');
    expect(items).toContainEqual({ kind: 'list', of: 'all', name: '', addresses: ['/tags.html'] });
  });

  it('takes a blank in an address, and shows code as it is', async () => {
    const items = await itemsOf(
      exports.folder({
        '_config.yml': 'title: Carnet\n',
        '_posts/2020-01-01-un.md':
          '---\ntitle: Un\n---\n![vue](/images/mon dossier/1.png)\n\nÉcrivez `<!--more-->`.\n\n```\n<!-- more -->\n```\n',
        'images/mon dossier/1.png': PICTURE,
      }),
    );
    expect(textsOf(items)[0]?.content).toBe(
      '![vue](</images/mon%20dossier/1.png>)\n\nÉcrivez `<!--more-->`.\n\n```\n<!-- more -->\n```',
    );
    expect(filesOf(items)).toHaveLength(1);
  });
});

describe('pictures that fields name', () => {
  it('are the cover where one is called so, and the others are said', async () => {
    const items = await itemsOf(
      exports.folder({
        '_config.yml': 'title: Carnet\nbaseurl: /blog\n',
        '_posts/2020-01-01-un.md':
          '---\ntitle: Un\nheader-img: img/haut.jpg\ngallery:\n- url: /img/a.jpg\n- url: /img/absente.jpg\n---\nTexte.\n',
        'img/haut.jpg': PICTURE,
        'img/a.jpg': PICTURE,
      }),
    );
    const [text] = textsOf(items);
    expect(text?.cover).toBe('/img/haut.jpg');
    expect(noted(text)).toEqual(['picture /img/a.jpg']);
  });
});

describe('texts in several languages', () => {
  const languages = async (files: ExportFiles) =>
    textsOf(await itemsOf(exports.folder(files)))
      .map((text) => [text.title, ...noted(text)].join(' '))
      .toSorted();
  const text = (title: string, more = '') => `---\ntitle: ${title}\ndate: 2020-01-01\n${more}---\n\nUn.\n`;

  it('are told by folders, names and front matter of Astro and Hugo, those of the most by nothing', async () => {
    expect(
      await languages({
        'astro.config.mjs': 'export default { site: "https://a.example" }',
        'src/content/blog/fr/un.md': text('Un'),
        'src/content/blog/fr/deux.md': text('Deux'),
        'src/content/blog/en/one.md': text('One'),
        'src/content/blog/tres.md': text('Tres', 'lang: es\n'),
      }),
    ).toEqual(['Deux', 'One language en', 'Tres language es', 'Un']);
    expect(
      await languages({
        'hugo.toml': 'baseURL = "https://a.example/"\n',
        'content/posts/un.md': text('Un'),
        'content/posts/deux.md': text('Deux'),
        'content/posts/un.en.md': text('One'),
        'content/posts/it/outils.md': text('Outils'),
      }),
    ).toEqual(['Deux', 'One language en', 'Outils language it', 'Un']);
  });

  it('are none where a folder is a subject', async () => {
    expect(
      await languages({ 'a.md': text('Un'), 'it/b.md': text('Deux'), 'ai/c.md': text('Trois') }),
    ).toEqual(['Deux', 'Trois', 'Un']);
  });
});

describe('links of a folder of notes', () => {
  it('find a file whose folder is another than they say', async () => {
    const of = await contents({
      'pages/post/2017-03-17_un.md': '---\ntitle: Un\n---\n![](../static/img/vue.png)\n',
      'static/img/vue.png': PICTURE,
    });
    expect(of('2017-03-17_un.md')).toBe('![](/static/img/vue.png)');
  });

  it('lead to what is served from a folder that nothing names, with its day in the address or without', async () => {
    const of = await contents({
      'textes/2020-01-02-un.md': '[deux](/2020/01/03/deux/) [deux](/deux/) [rien](/trois/)\n',
      'textes/2020-01-03-deux.md': 'Deux.\n',
    });
    expect(of('un.md')).toBe('[deux](/2020-01-03-deux.md) [deux](/2020-01-03-deux.md) [rien](/trois/)');
  });

  it('find the nearest note or picture of a name, and the headings in them', async () => {
    const of = await contents({
      'fr/Accueil.md': '[[Aide]] [[Aide#Été à Paris|là]] [[#Plus bas]] ![[Vue.PNG|300]] `[[Aide]]`\n',
      'fr/Aide.md': 'Aide.\n',
      'fr/img/vue.png': PICTURE,
      'en/Accueil.md': '[[Aide]] ![[vue.png]]\n',
      'en/Aide.md': 'Help.\n',
      'en/img/vue.png': PICTURE,
    });
    expect(of('fr/Accueil.md')).toBe(
      '[Aide](</fr/Aide.md>) [là](</fr/Aide.md#ete-a-paris>) [Plus bas](<#plus-bas>) ![](</fr/img/vue.png>) `[[Aide]]`',
    );
    expect(of('en/Accueil.md')).toBe('[Aide](</en/Aide.md>) ![](</en/img/vue.png>)');
  });
});

describe('links of an Astro site', () => {
  it('find the texts of Starlight from the top on', async () => {
    const of = await contents({
      'astro.config.mjs': "export default { integrations: [starlight({ title: 'x' })] };\n",
      'src/content/docs/index.md': '---\ntitle: Accueil\n---\n[guide](/guides/un/)\n',
      'src/content/docs/guides/un.mdx':
        '---\ntitle: Un\n---\nimport vue from \'../../../assets/vue.png\';\n\n<Cadre image={vue} alt="Une vue" />\n',
      'src/assets/vue.png': PICTURE,
    });
    expect(of('index.md')).toBe('[guide](/guides/un/)');
    expect(of('un.mdx')).toBe('![Une vue](/src/assets/vue.png)');
  });

  it('are at the name that the settings give a collection, whatever their program calls it', async () => {
    const of = await contents({
      'astro.config.mjs': 'export default {};\n',
      'src/content.config.ts':
        'const notesCollection = defineCollection({\n  loader: glob({ base: "src/data/notes", pattern: "**/*.md" }),\n});\nexport const collections = {\n  notes: notesCollection,\n};\n',
      'src/pages/notes/[slug].astro': '',
      'src/data/notes/un.md': '---\ntitle: Un\n---\n[deux](deux.md)\n',
      'src/data/notes/deux.md': '---\ntitle: Deux\n---\nTexte.\n',
    });
    expect(of('un.md')).toBe('[deux](/notes/deux/)');
  });

  it('are those of collections in a folder that the settings name', async () => {
    const items = await itemsOf(
      exports.folder({
        'astro.config.ts': 'export default {};\n',
        'src/content.config.ts':
          'const post = defineCollection({\n  loader: glob({ base: "./content/posts", pattern: "**/*.md" }),\n});\n',
        'src/pages/posts/[...slug].astro': '',
        'content/posts/un.md': '---\ntitle: Un\ndate: 2020-01-01\n---\nTexte.\n',
      }),
    );
    expect(textsOf(items).map(({ addresses }) => addresses)).toEqual([['/posts/un/']]);
  });
});

describe('addresses of an Eleventy site', () => {
  it('count from the folder that its parts stand in, where its settings hide it', async () => {
    const items = await itemsOf(
      exports.folder({
        'package.json': '{"devDependencies": {"@11ty/eleventy": "3"}}',
        'src/_includes/base.njk': '',
        'src/notes/un.md': '---\ntitle: Un\ntags: posts\n---\nTexte.\n',
        'README.md': '# Le dépôt\n',
      }),
    );
    expect(textsOf(items).map(({ addresses }) => addresses)).toEqual([['/notes/un/']]);
  });

  it('lead to pages of HTML that stand beside a text, and are what data files in YAML say', async () => {
    const items = await itemsOf(
      exports.folder({
        '.eleventy.js': 'module.exports = () => ({ dir: { input: "src" } });\n',
        'src/articles/un/index.md': '[essai](demo/essai.html) [autre](demo/)\n',
        'src/articles/un/index.yml':
          'title: Un es&shy;sai &#8221;ici&rsquo;\ndate: 2020-05-01\ntags: [mer]\n',
        'src/articles/un/demo/essai.html': '<p>Essai</p>',
        'src/articles/un/demo/index.html': '<p>Essai</p>',
        'src/articles/un/demo/autre.html': '<p>Autre</p>',
      }),
    );
    const [one] = textsOf(items);
    expect(one).toMatchObject({
      title: 'Un essai ”ici’',
      published: '2020-04-30T22:00:00.000Z',
      tags: ['mer'],
    });
    expect(one?.content).toBe('[essai](/articles/un/demo/essai.html) [autre](/articles/un/demo/)');
    expect(filesOf(items).map(({ id }) => id)).toEqual(['src/articles/un/demo/essai.html']);
  });

  it('are those that data files written in JavaScript state, which are not run', async () => {
    const items = await itemsOf(
      exports.folder({
        '.eleventy.js': 'module.exports = () => ({ dir: { input: "src" } });\n',
        'src/_data/site.js':
          "const { build } = require('x');\nmodule.exports = {\n  // le site\n  title: 'Le carnet d\\'Anne',\n  url: process.env.URL || 'x',\n  built: new Date(1, 2), description: `Un ${build}`,\n  url: \"https://ancien.exemple.fr\",\n};\n",
        'src/blogposts/blogposts.11tydata.js':
          'import { f } from "../f.js";\nexport default {\n  tags: ["blog-post"],\n  layout: f("a, }"),\n  permalink: function({page}) {\n    return `/web/${ page.fileSlug }/`\n  },\n  eleventyComputed: { cover: (data) => f(data) },\n};\n',
        'src/blogposts/2019-05-12-un.md': '---\ntitle: Un\n---\n[deux](/web/deux/)\n',
        'src/blogposts/deux.md': '---\ntitle: Deux\n---\n[un](/web/un/)\n',
        'src/blogposts/deux.11tydata.cjs':
          "module.exports = async function () {\n  process.exit(1);\n  return { tags: ['mer', 'posts'] };\n};\n",
        'src/projets/projets.11tydata.js':
          'export default { eleventyComputed: { permalink: (data) => `p/${data.page.fileSlug}.html` } };\n',
        'src/projets/trois.md': '---\ntitle: Trois\n---\nTexte.\n',
      }),
    );
    expect(items[0]).toMatchObject({ title: "Le carnet d'Anne", origin: 'https://ancien.exemple.fr' });
    expect(textsOf(items).map(({ type, addresses, tags }) => [type, ...addresses, ...tags])).toEqual([
      ['post', '/web/un/'],
      ['post', '/web/deux/', 'mer'],
      ['page', '/p/trois.html'],
    ]);
  });

  it('are of articles, where a folder of articles has one folder for each', async () => {
    const items = await itemsOf(
      exports.folder({
        '.eleventy.js': '',
        'articles/index.md': '---\ntitle: Tous\n---\n',
        'articles/2017/11/un/index.md': '---\ntitle: Un\ndate: 2017-11-09\n---\n![](vue.png)\n',
        'articles/2017/11/un/vue.png': PICTURE,
      }),
    );
    expect(textsOf(items).map(({ type, addresses }) => [type, ...addresses])).toEqual([
      ['post', '/articles/2017/11/un/'],
      ['page', '/articles/'],
    ]);
  });
});

describe('pictures of an Eleventy site', () => {
  it('are found by their names, where a template knows their folder and no other picture is called so', async () => {
    const items = await itemsOf(
      exports.folder({
        '.eleventy.js': '',
        'posts/un.md': '---\ntitle: Un\nimage: Vue.jpg\n---\nTexte.\n',
        'posts/deux.md': '---\ntitle: Deux\nimage: logo.png\n---\nTexte.\n',
        'posts/trois.md': '---\ntitle: Trois\nimage: mer.jpg\n---\nTexte.\n',
        'posts/mer/index.md': '---\ntitle: Mer\n---\n![](mer.jpg)\n',
        'posts/mer/mer.jpg': PICTURE,
        'assets/img/posts/vue.jpg': PICTURE,
        'assets/img/posts/800x600/vue.jpg': PICTURE,
        'assets/a/logo.png': PICTURE,
        'assets/b/logo.png': PICTURE,
      }),
    );
    expect(textsOf(items).map(({ title, cover }) => [title, cover])).toEqual([
      ['Deux', 'logo.png'],
      ['Mer', null],
      ['Trois', 'mer.jpg'],
      ['Un', '/assets/img/posts/vue.jpg'],
    ]);
  });
});

describe('addresses that a site left', () => {
  it('lead to the texts that its file _redirects names', async () => {
    const items = await itemsOf(
      exports.folder({
        'hugo.toml': 'title = "x"\n',
        'static/_redirects':
          '# les anciennes\n/2017/un.html  /posts/un/  301!\r\n/u /posts/un\n/posts/deux /posts/deux/ 301\n/provisoire /posts/un/ 302\n/img/* /posts/un/ 301\n/ailleurs https://a.example/ 301\n',
        'content/posts/un.md': '---\ntitle: Un\n---\nTexte.\n',
        'content/posts/deux.md': '---\ntitle: Deux\n---\n[un](/2017/un.html) [un](/u)\n',
      }),
    );
    const [two, one] = textsOf(items);
    expect(one?.addresses).toEqual(['/posts/un/', '/2017/un.html', '/u']);
    expect([two?.addresses, two?.content]).toEqual([['/posts/deux/'], '[un](/2017/un.html) [un](/u)']);
  });
});
