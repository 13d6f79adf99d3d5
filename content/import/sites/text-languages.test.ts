import { describe, expect, it } from 'vitest';
import { itemsOf, textsOf, useExports } from '../../testing/exports.ts';

const exports = useExports();

describe('texts of several languages in one folder', () => {
  it('are found by the name that they share, each by those of its language', async () => {
    const text = (title: string, content = 'Bonjour.') => `---\ntitle: ${title}\n---\n${content}\n`;
    const link = '[là]({{% relref "guide/_index.md" %}}), [ici]({{< ref "suite.md" >}})';
    const items = await itemsOf(
      exports.folder({
        'hugo.toml':
          'defaultContentLanguage = "en"\n[languages.en]\nweight = 1\n[languages.fr]\nweight = 2\n',
        'content/_index.fr.md': text('Accueil', link),
        'content/_index.en.md': text('Home', link),
        'content/guide/_index.en.md': text('Guide'),
        'content/guide/_index.fr.md': text('Le guide'),
        'content/guide/suite.en.md': text('Next'),
        'content/guide/suite.fr.md': text('La suite'),
        'content/guide/node.js.md': text('Node'),
      }),
    );
    const contents = textsOf(items).map(({ title, content }) => [title, content]);
    expect(contents).toContainEqual(['Accueil', '[là](/fr/guide/), [ici](/fr/guide/suite/)']);
    expect(contents).toContainEqual(['Home', '[là](/guide/), [ici](/guide/suite/)']);
  });

  it('are in another language than the main one that the settings state, however many there are of each', async () => {
    const text = (title: string) => `---\ntitle: ${title}\n---\nBonjour.\n`;
    const items = await itemsOf(
      exports.folder({
        'hugo.toml': 'defaultContentLanguage = "fr"\n[languages.en]\n[languages.fr]\n',
        'content/contact.en.md': text('Contact us'),
        'content/contact.fr.md': text('Nous écrire'),
      }),
    );
    const languages = textsOf(items).map(({ title, notes }) => [title, notes.map(({ what }) => what)]);
    expect(languages).toEqual([
      ['Contact us', ['en']],
      ['Nous écrire', []],
    ]);
  });
});
