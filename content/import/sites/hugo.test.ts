import { describe, expect, it } from 'vitest';
import { itemsOf, noted, textsOf, useExports } from '../../testing/exports.ts';

const exports = useExports();

const textOf = async (files: Readonly<Record<string, string>>) => {
  const [text] = textsOf(await itemsOf(exports.folder({ 'hugo.toml': 'title = "Carnet"', ...files })));
  return text;
};

describe('a text of Hugo', () => {
  it.each([
    ['[1:]', '/manuel/bois/outils/rabot/'],
    ['[:2]', '/manuel/docs/bois/rabot/'],
    ['[last]', '/manuel/outils/rabot/'],
    ['[0]', '/manuel/docs/rabot/'],
  ])('stands below %s of its sections', async (part, address) => {
    const text = await textOf({
      'config/_default/permalinks.toml': `[page]\ndocs = "/manuel/:sections${part}/:slugorfilename/"`,
      'content/docs/bois/outils/rabot.md': '---\ntitle: Rabot\n---\nUn rabot.',
    });
    expect(text?.addresses).toEqual([address]);
  });

  it('is where the settings of its language say, each in a file of its own', async () => {
    const files = {
      'config/_default/languages.en.toml': 'contentDir = "content/en"\n',
      'config/_default/languages.fr.toml': 'contentDir = "content/fr"\n',
      'config/_default/menus.fr.toml': '[[main]]\nname = "Accueil"\n',
      'content/en/rabot.md': '---\ntitle: Plane\n---\nA plane.',
    };
    expect((await textOf(files))?.addresses).toEqual(['/rabot/']);
  });

  it.each([
    ['[":filename", ":default"]', '2019-05-01-titre.md', '', ['/posts/titre/', 'titre']],
    ['":filename"', '2019-05-01 titre/index.md', '', ['/posts/titre/', 'titre']],
    ['[":filename"]', '2019-05-01-titre.md', 'slug: autre', ['/posts/autre/', 'autre']],
    ['[":filename"]', '2019-05-01.md', '', ['/posts/2019-05-01/', '2019-05-01']],
    [
      '["date", ":filename"]',
      '2019-05-01-titre.md',
      'date: 2019-05-01',
      ['/posts/2019-05-01-titre/', 'titre'],
    ],
    ['["date", ":filename"]', '2019-05-01-titre.md', '', ['/posts/titre/', 'titre']],
    ['["date"]', '2019-05-01-titre.md', '', ['/posts/2019-05-01-titre/', 'titre']],
  ])(
    'whose date %s says is at the rest of its name, %s, where nothing before that dates it: %s',
    async (ways, name, field, place) => {
      const text = await textOf({
        'hugo.toml': `[frontmatter]\ndate = ${ways}\n`,
        [`content/posts/${name}`]: `---\ntitle: Un titre\n${field}\n---\nTexte.`,
      });
      expect([text?.addresses[0], text?.slug]).toEqual(place);
    },
  );

  it('shows in a page of HTML what its shortcodes showed', async () => {
    const body = [
      '<p>Mots {{< youtube abcdefghijk >}} et <a href="{{< ref "b.md" >}}">b</a></p>',
      '{{< figure src="/a_b.jpg" alt="A" caption="La baie" >}}',
      '{{< notice warning >}}<p>Dedans.</p>{{< /notice >}}',
      '{{< highlight js >}}\na < b\n{{< /highlight >}}',
    ].join('\n');
    const items = await itemsOf(
      exports.folder({
        'hugo.toml': '',
        'content/posts/a.html': `---\ntitle: A\n---\n${body}\n`,
        'content/posts/b.md': '---\ntitle: B\n---\nMots.\n',
      }),
    );
    expect(textsOf(items)[0]?.content.split('\n\n')).toEqual([
      expect.stringMatching(
        /^Mots \[!\[.*\]\(.*\)\]\(https:\/\/www\.youtube\.com\/watch\?v=abcdefghijk\) et \[b\]\(\/posts\/b\/\)$/,
      ),
      '![A](/a_b.jpg)',
      '*La baie*',
      '**Warning**',
      'Dedans.',
      '```js\na < b\n```',
    ]);
  });

  it('that is to be published later is, and one that readers saw nowhere says why', async () => {
    const post = async (fields: string) =>
      textOf({ 'content/posts/a.md': `---\ntitle: A\ndate: 2019-01-01\n${fields}\n---\nTexte.` });
    expect(await post('publishDate: 2090-01-01T10:00:00Z')).toMatchObject({
      state: 'scheduled',
      published: '2090-01-01T10:00:00.000Z',
      addresses: ['/posts/a/'],
    });
    const expired = await post('expiryDate: 2020-01-01');
    expect(expired?.state).toBe('draft');
    expect(noted(expired)).toEqual(['private retiré à sa date (expiryDate)']);
    expect(noted(await post('headless: true'))).toEqual(['private sans adresse (headless)']);
  });

  it('shows the pictures beside it that a pattern names, by the titles of its resources', async () => {
    const text = await textOf({
      'content/posts/lot/index.md':
        '---\ntitle: Lot\nresources:\n- src: images/v*.jpg\n  title: "Vue :counter"\n---\n{{< gallery match="images/*" >}}',
      'content/posts/lot/images/vue.jpg': 'a',
      'content/posts/lot/images/banc.jpg': 'b',
      'content/posts/lot/images/son.mp3': 'c',
    });
    expect(text?.content).toBe('![](/posts/lot/images/banc.jpg)\n\n![Vue](/posts/lot/images/vue.jpg)');
    expect(text?.notes).toEqual([]);
  });

  it('takes no longer for a pattern of many stars', async () => {
    const files = {
      'content/posts/lot/index.md': `---\ntitle: Lot\n---\n{{< gallery match="${'*a'.repeat(40)}*b" >}}`,
      [`content/posts/lot/${'a'.repeat(200)}.jpg`]: 'a',
    };
    expect(noted(await textOf(files))).toContain('mark gallery');
  });

  it.each([
    ['{{< notice info >}}\nDes **mots**.\n{{< /notice >}}', '**Info**\n\nDes **mots**.'],
    ['{{% admonition tip "Un titre" %}}\nMots\n{{% /admonition %}}', '**Un titre**\n\nMots'],
    ['{{< alert type="warning" >}}Mots{{< /alert >}}', '**Warning**\n\nMots'],
    ['{{< alert "circle-info" >}}\nMots\n{{< /alert >}}', 'Mots'],
    ['{{< tip >}}\nMots\n{{< /tip >}}', '**Tip**\n\nMots'],
    ['{{< button href="/la/" target="_self" >}}\nVoir\n{{< /button >}}', '[Voir](/la/)'],
    ['{{< button relref="a.md" >}}Ici{{< /button >}}', '[Ici](/posts/a/)'],
    ['{{< button url="https://un.exemple" label="Voir" />}}', '[Voir](https://un.exemple)'],
  ])('has the boxes and buttons of themes: %s', async (body, markdown) => {
    const text = await textOf({ 'content/posts/a.md': `---\ntitle: A\n---\n${body}` });
    expect(text?.content.replace(/\n{2,}/g, '\n\n')).toBe(markdown);
    expect(text?.notes).toEqual([]);
  });

  it('names a button that leads nowhere', async () => {
    const text = await textOf({
      'content/posts/a.md': '---\ntitle: A\n---\n{{< button >}}Ici{{< /button >}}',
    });
    expect([text?.content, noted(text)]).toEqual(['Ici', ['shortcode button']]);
  });

  it('has no settings of lines above its code, and names where a picture is from', async () => {
    const text = await textOf({
      'content/posts/a.md':
        '---\ntitle: A\n---\n{{< highlight go "linenos=table,hl_lines=1 3" >}}\na\n{{< /highlight >}}\n\n{{< figure src="/a.jpg" caption="Vue" attr="Ada" attrlink="https://ada.example" >}}',
    });
    expect(text?.content).toBe('```go\na\n```\n\n\n![](/a.jpg)\n\n*Vue – [Ada](https://ada.example)*');
  });
});
