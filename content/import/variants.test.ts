import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { filesOf, itemsOf, noted, textsOf, useExports } from '../testing/exports.ts';
import { wxr } from '../testing/wxr.ts';

const exports = useExports();
const PICTURE = Buffer.from('picture');

function exportOf(id: number, title: string, date?: string): string {
  const post = { id, title, slug: `titre-${id}`, content: 'Une ligne.\n\nUne autre.' };
  return wxr([date === undefined ? post : { ...post, date }]);
}

describe('a zip made by macOS', () => {
  it('has its accents apart from their letters, and links to them lead all the same', async () => {
    const files = {
      'Mon blog/hugo.toml': 'title = "x"\n',
      'Mon blog/content/posts/été/index.md':
        '---\ntitle: Été\n---\n![](forêt.png) [Noël](/posts/no%C3%ABl/)\n',
      'Mon blog/content/posts/été/forêt.png': PICTURE,
      'Mon blog/content/posts/noël.md': `---\ntitle: Noël\n---\n[été](${'../été/'.normalize('NFD')})\n`,
      '__MACOSX/Mon blog/content/posts/._noël.md': Buffer.from([0, 5, 22, 7]),
    };
    const apart = Object.entries(files).map(([path, content]) => [path.normalize('NFD'), content] as const);
    const zip = await exports.zip(Object.fromEntries(apart));
    const items = await itemsOf(zip);
    expect(textsOf(items).map(({ title, content }) => [title, content])).toEqual([
      ['Noël', '[été](/posts/été/)'],
      ['Été', '![](/posts/été/forêt.png) [Noël](/posts/noël/)'],
    ]);
    expect(filesOf(items).map(({ addresses, path }) => [addresses[0], path !== null])).toEqual([
      ['/posts/été/forêt.png', true],
    ]);
  });
});

describe('a text', () => {
  const BOM = '\uFEFF';

  it.each([
    ['YAML', '---\ntitle: Été\ntags: [mer]\n---\n'],
    ['TOML', '+++\ntitle = "Été"\ntags = ["mer"]\n+++\n'],
    ['JSON', '{\n  "title": "Été",\n  "tags": ["mer"]\n}\n'],
  ])('begins with %s under a mark of Windows, and its lines end as there', async (_, head) => {
    const text = `${BOM}${head}\nUne ligne.\n\n- un\n- deux\n`.replaceAll('\n', '\r\n');
    const [read] = textsOf(await itemsOf(exports.folder({ 'hugo.toml': '', 'content/posts/a.md': text })));
    expect(read).toMatchObject({
      title: 'Été',
      tags: ['mer'],
      content: 'Une ligne.\n\n- un\n- deux',
      notes: [],
    });
  });

  it('is in latin1 and says so nowhere', async () => {
    const text = Buffer.from('---\ntitle: Été\n---\nÀ Noël, déjà.\n', 'latin1');
    const [read] = textsOf(await itemsOf(exports.folder({ 'hugo.toml': '', 'content/posts/a.md': text })));
    expect([read?.title, read?.content]).toEqual(['Été', 'À Noël, déjà.']);
  });

  it.each(['0000-00-00', '0000-00-00 00:00:00', '"0001-01-01T00:00:00Z"'])(
    'has the date %s, which is none, and is said to have none',
    async (date) => {
      const [read] = textsOf(
        await itemsOf(
          exports.folder({
            'hugo.toml': '',
            'content/posts/a.md': `---\ntitle: A\ndate: ${date}\n---\nTexte.\n`,
          }),
        ),
      );
      expect([read?.state, read?.published]).toEqual(['published', null]);
      expect(noted(read)).toEqual([`date ${date.replaceAll('"', '')}`]);
    },
  );

  it.each([
    ['12 mai 2019', '2019-05-11T22:00:00.000Z'],
    ['1er février 2019', '2019-01-31T23:00:00.000Z'],
    ['3 août 2019 08:30', '2019-08-03T06:30:00.000Z'],
  ])('has the date %s, written in French', async (date, published) => {
    const text = `---\ntitle: A\ndate: ${date}\n---\nTexte.\n`;
    const [read] = textsOf(await itemsOf(exports.folder({ 'hugo.toml': '', 'content/posts/a.md': text })));
    expect([read?.published, noted(read)]).toEqual([published, []]);
  });

  it('is private, and stays so', async () => {
    const text = '---\ntitle: A\nprivate: true\n---\nTexte.\n';
    const [read] = textsOf(await itemsOf(exports.folder({ 'hugo.toml': '', 'content/posts/a.md': text })));
    expect(read?.state).toBe('private');
  });

  it.each(['published: false', 'publish: false', 'public: no', 'draft: true', 'status: Draft'])(
    'is a draft where it says %s',
    async (said) => {
      const text = `---\ntitle: A\n${said}\n---\nTexte.\n`;
      expect(textsOf(await itemsOf(exports.folder({ 'a.md': text })))[0]?.state).toBe('draft');
    },
  );
});

describe('a text of Eleventy', () => {
  it('that was given no address stays a draft, and that is said', async () => {
    const files = {
      'eleventy.config.js': '',
      'posts/un.md': '---\ntitle: Un\npermalink: false\n---\nTexte.\n',
      'notes/notes.json': '{ "permalink": false }',
      'notes/deux.md': '---\ntitle: Deux\n---\nTexte.\n',
    };
    const read = textsOf(await itemsOf(exports.folder(files)));
    expect(read.map((text) => [text.title, text.state, noted(text)])).toEqual([
      ['Deux', 'draft', ['private sans adresse (permalink: false)']],
      ['Un', 'draft', ['private sans adresse (permalink: false)']],
    ]);
  });
});

describe('a dated text of Eleventy', () => {
  it('is an article in any folder, and a page at the top', async () => {
    const dated = (title: string) => `---\ntitle: ${title}\ndate: 2021-03-04\n---\nTexte.\n`;
    const files = {
      'eleventy.config.js': '',
      'liens/2021/un.md': dated('Un lien'),
      'liens/2021-03-05-deux.md': '---\ntitle: Deux\n---\nTexte.\n',
      'billets/trois/index.md': dated('Trois'),
      'a-propos/index.md': dated('À propos'),
      'a-propos/equipe.md': '---\ntitle: Équipe\ndate: Last Modified\n---\nTexte.\n',
      'contact.md': dated('Contact'),
    };
    const read = textsOf(await itemsOf(exports.folder(files)));
    expect(read.map(({ title, type }) => [title, type]).sort()).toEqual([
      ['Contact', 'page'],
      ['Deux', 'post'],
      ['Trois', 'post'],
      ['Un lien', 'post'],
      ['À propos', 'page'],
      ['Équipe', 'page'],
    ]);
  });
});

describe('the title of a text without one in its front matter', () => {
  it.each([
    ['Avec `find_or_create_by` et _rien_ d’autre', 'Avec find_or_create_by et rien d’autre'],
    ['Un chemin/de_fer, **2 \\* 3**', 'Un chemin/de_fer, 2 * 3'],
    ['Voir [`a_b`](autre.md)', 'Voir a_b'],
  ])('is its heading as readers saw it: %s', async (heading, title) => {
    const [text] = textsOf(await itemsOf(exports.folder({ 'a.md': `# ${heading}\n\nTexte.\n` })));
    expect(text?.title).toBe(title);
  });

  it('is not shown again where front matter states the same words', async () => {
    const [text] = textsOf(
      await itemsOf(
        exports.folder({
          'a.md': '---\ntitle: "Logseq : *ma* base"\n---\n# Logseq&nbsp;: \\*ma\\* base\n\nMots.\n',
        }),
      ),
    );
    expect([text?.title, text?.content]).toEqual(['Logseq : *ma* base', 'Mots.']);
  });
});

describe('what a text shows or leads to', () => {
  it('is found in a folder that a program serves from the top, whatever it is called', async () => {
    const items = await itemsOf(
      exports.folder({
        'textes/un.md': '# Un\n\n![vue](/images/mer/vue.png) [plan](/images/mer/plan.pdf)\n',
        'servis/images/mer/vue.png': 'x',
        'servis/images/mer/plan.pdf': 'x',
      }),
    );
    const [vue, plan] = ['vue.png', 'plan.pdf'].map(
      (name) => filesOf(items).find(({ id }) => id.endsWith(name))?.addresses[0],
    );
    expect(textsOf(items)[0]?.content).toBe(`![vue](${vue}) [plan](${plan})`);
  });

  it('is a file of the export, whatever it is; what no text leads to is none', async () => {
    const items = await itemsOf(
      exports.folder({
        'hugo.toml': '',
        'content/posts/un/index.md': '---\ntitle: Un\n---\n[le programme](essai.lua) [l’image](Dockerfile)\n',
        'content/posts/un/essai.lua': 'x',
        'content/posts/un/Dockerfile': 'x',
        'content/posts/un/autre.lua': 'x',
        'static/style.css': 'x',
      }),
    );
    expect(filesOf(items).map(({ addresses: [address] }) => address)).toEqual([
      '/posts/un/Dockerfile',
      '/posts/un/essai.lua',
    ]);
  });

  it('stands beside it in a collection of Astro that is no folder of src', async () => {
    const items = await itemsOf(
      exports.folder({
        'astro.config.mjs': '',
        'src/content.config.ts':
          "const notes = defineCollection({ loader: glob({ pattern: '**/*.md', base: './textes/notes' }) });\n",
        'textes/notes/un/index.md': '---\ntitle: Un\ndate: 2020-01-02\n---\n![vue](./vue.png)\n',
        'textes/notes/un/vue.png': 'x',
      }),
    );
    expect(textsOf(items)[0]?.content).toBe(`![vue](${filesOf(items)[0]?.addresses[0]})`);
  });
});

describe('a link whose address a template was to make', () => {
  it('keeps its words, in Markdown as in HTML', async () => {
    const body =
      'Un [lien]({{ appel }}), <a class="x" href="{{ appel | url: "y" }}">un autre *lien*</a> et <a href="/la/">le dernier</a>.';
    const files = { 'eleventy.config.js': '', 'posts/un.md': `---\ntitle: Un\n---\n${body}\n` };
    const [read] = textsOf(await itemsOf(exports.folder(files)));
    expect(read?.content).toBe('Un lien, un autre *lien* et <a href="/la/">le dernier</a>.');
  });
});

describe('an export of WordPress', () => {
  it.each([
    [
      'in latin1, which nothing declares',
      Buffer.from(
        exportOf(1, 'Été à Noël')
          .replace(/<\?xml.*\n/, '')
          .replace('’', ' '),
        'latin1',
      ),
    ],
    [
      'under a mark of Windows, with its ends of lines',
      `\uFEFF${exportOf(1, 'Été à Noël').replaceAll('\n', '\r\n')}`,
    ],
  ])('is read %s', async (_, bytes) => {
    const items = await itemsOf(exports.folder({ 'carnet.xml': bytes }));
    expect(textsOf(items).map(({ title, content }) => [title, content])).toEqual([
      ['Été à Noël', 'Une ligne.\n\nUne autre.\n'],
    ]);
  });

  it('is a folder of files, some of them packed', async () => {
    const folder = exports.folder({
      'carnet.001.xml': exportOf(1, 'Un'),
      'carnet.002.xml': exportOf(2, 'Deux'),
      'carnet.003.xml.gz': gzipSync(exportOf(3, 'Trois')),
    });
    expect(textsOf(await itemsOf(folder)).map(({ title }) => title)).toEqual(['Un', 'Deux', 'Trois']);
  });

  it('is a zip of files that are packed by themselves', async () => {
    const file = await exports.zip({
      'blog/carnet.001.xml.gz': gzipSync(exportOf(1, 'Un')),
      'blog/carnet.002.xml.gz': gzipSync(exportOf(2, 'Deux')),
    });
    expect(textsOf(await itemsOf(file)).map(({ title }) => title)).toEqual(['Un', 'Deux']);
  });

  it('has files of one name, packed and not, and some that only say they are packed, in a folder as in a zip', async () => {
    const changed = exportOf(1, 'Un').replace('Une autre.', 'Une autre, revue.');
    const files = {
      'a.xml': exportOf(1, 'Un'),
      'a.xml.gz': gzipSync(exportOf(2, 'Deux')),
      'b.xml.gz': exportOf(3, 'Trois'),
      'c.xml.gz': gzipSync(changed),
    };
    for (const file of [exports.folder(files), await exports.zip(files)]) {
      const items = await itemsOf(file);
      expect(textsOf(items).map(({ title }) => title)).toEqual(['Un', 'Deux', 'Trois']);
      expect(items.filter(({ kind }) => kind === 'left-out')).toContainEqual({
        kind: 'left-out',
        what: 'autres versions d’un texte, dans un second fichier',
        count: 1,
      });
    }
  });

  it('is no zip whose packed files unfold without measure, all together', async () => {
    const zeros = gzipSync(Buffer.alloc(40_000_000));
    const file = await exports.zip({
      'a.xml': exportOf(1, 'Un'),
      'b.xml.gz': Buffer.concat([gzipSync(exportOf(2, 'Deux').padEnd(70_000)), zeros]),
      'c.xml.gz': Buffer.concat([gzipSync(exportOf(3, 'Trois').padEnd(70_000)), zeros]),
    });
    await expect(itemsOf(file)).rejects.toMatchObject({ code: 'invalid' });
  });

  it('keeps words, pictures and links of the modules of Divi', async () => {
    const content =
      '[et_pb_section][et_pb_blurb title="Un titre" image="https://a.example.org/b.jpg"]Texte.[/et_pb_blurb]' +
      '[et_pb_testimonial author="Jean"]Bravo.[/et_pb_testimonial]' +
      '[et_pb_accordion][et_pb_accordion_item title="Pourquoi ?"]Réponse.[/et_pb_accordion_item][/et_pb_accordion]' +
      '[et_pb_video src="https://www.youtube.com/watch?v=abcdefghijk" /]' +
      '[et_pb_cta title="Venez" button_url="https://a.example.org/c" button_text="Par ici"]Appel.[/et_pb_cta][/et_pb_section]';
    const file = exports.folder({ 'carnet.xml': wxr([{ id: 1, title: 'A', slug: 'a', content }]) });
    const [read] = textsOf(await itemsOf(file));
    for (const kept of [
      '![](https://a.example.org/b.jpg)\n\n## Un titre\n\nTexte.',
      'Bravo.\n\nJean',
      '<summary>Pourquoi ?</summary>',
      'Réponse.',
      'https://www.youtube.com/watch?v=abcdefghijk',
      '## Venez\n\nAppel.\n\n[Par ici](https://a.example.org/c)',
    ])
      expect(read?.content).toContain(kept);
    expect(noted(read)).toEqual(['player YouTube']);
  });

  it('is one packed file, which is refused where it is torn', async () => {
    const packed = gzipSync(exportOf(3, 'Trois'));
    const file = exports.folder({ 'carnet.xml.gz': packed, 'abime.xml.gz': packed.subarray(0, 300) });
    expect(textsOf(await itemsOf(`${file}/carnet.xml.gz`)).map(({ title }) => title)).toEqual(['Trois']);
    await expect(itemsOf(`${file}/abime.xml.gz`)).rejects.toMatchObject({ code: 'invalid' });
  });

  it('has an article on line without any date', async () => {
    const file = exports.folder({ 'carnet.xml': exportOf(1, 'Un', '0000-00-00 00:00:00') });
    expect(textsOf(await itemsOf(file))).toMatchObject([{ state: 'published', published: null }]);
  });
});
