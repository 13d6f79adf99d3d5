import { describe, expect, it } from 'vitest';
import { itemsOf, textsOf, useExports } from '../../testing/exports.ts';

const exports = useExports();

describe('names of headings', () => {
  it('are told beside those of Encrier, for links within a text and to another one', async () => {
    const texts = textsOf(
      await itemsOf(
        exports.folder({
          'hugo.toml': 'title = "x"\n',
          'content/a.md':
            '---\ntitle: A\n---\n[1](#lété-à-paris) [2](#perso) [3](#suite-1) [4](#rien) [5](<#sous-ligne>)\n\n## L’été à *Paris*\n\n### Autre {#perso}\n\n## Suite\n\n## Suite\n\n<a name="sous-ligne"></a>\n\nSouligné\n---\n\n```\n## Suite\n```\n',
        }),
      ),
    );
    expect(texts[0]?.anchors).toEqual({
      'lété-à-paris': 'l-ete-a-paris',
      'lt--paris': 'l-ete-a-paris',
      perso: 'autre',
      'suite-1': 'suite-2',
      'sous-ligne': 'souligne',
      souligné: 'souligne',
      soulign: 'souligne',
    });
  });
});

describe('names of what is no heading', () => {
  it('lead to the heading that it is below', async () => {
    const body =
      'Avant <a id="avant"></a>tout\n\n<div id="bloc">\n\n## Un\n\n<p id="html">Mots</p>\n\nUn paragraphe. {#un-mot}\n\nAutre.\n{: #kramdown .x}\n\n- <a name="item"></a>Item\n\n<a id="fin"></a>\n\n## Deux\n\n<a id="bas"></a>\n';
    const [text] = textsOf(
      await itemsOf(
        exports.folder({ '_config.yml': '', '_posts/2020-01-01-a.md': `---\ntitle: A\n---\n${body}` }),
      ),
    );
    expect(text?.anchors).toEqual({
      bloc: 'un',
      html: 'un',
      'un-mot': 'un',
      kramdown: 'un',
      item: 'un',
      fin: 'deux',
      bas: 'deux',
    });
  });
});
