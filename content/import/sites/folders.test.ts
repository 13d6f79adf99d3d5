import { describe, expect, it } from 'vitest';
import { itemsOf, leftOutOf, textsOf, useExports } from '../../testing/exports.ts';

const exports = useExports();

describe('a text whose fields stand between no lines', () => {
  const HEAD = 'Title: Un titre: la suite\nDate: 2012-08-16 14:19\nTags: mer,\n  été\nCategory: Voyages\n';

  it('has the fields above the first empty line, and drafts by their status', async () => {
    const [text, draft, prose, box, notes] = textsOf(
      await itemsOf(
        exports.folder({
          'content/a.md': `${HEAD}Slug: un\n\nLe texte.\n`,
          'content/b.md': `${HEAD}Status: draft\n\nÀ finir.\n`,
          'content/c.md': 'Titre: rien\n\nDes mots.\n',
          'content/d.md': 'Title: seul\nAttention: à vous\n\nDes mots.\n',
          'content/e.md': 'title:: Une page\ntags:: mer\n\nDes mots.\n',
        }),
      ),
    );
    expect(text).toMatchObject({
      title: 'Un titre: la suite',
      slug: 'un',
      published: '2012-08-16T12:19:00.000Z',
      tags: ['mer', 'été'],
      categories: ['Voyages'],
      content: 'Le texte.',
      state: 'published',
    });
    expect(draft).toMatchObject({ state: 'draft', content: 'À finir.' });
    expect([prose?.content, box?.content, notes?.content]).toEqual([
      'Titre: rien\n\nDes mots.',
      'Title: seul\nAttention: à vous\n\nDes mots.',
      'title:: Une page\ntags:: mer\n\nDes mots.',
    ]);
  });
});

describe('what an author writes from', () => {
  it.each([
    ['the folder that Obsidian is told of', { '.obsidian/templates.json': '{ "folder": "Modèles perso" }' }],
    [
      'the one that its plugin is told of',
      { '.obsidian/plugins/templater-obsidian/data.json': '{ "templates_folder": "/Modèles perso/" }' },
    ],
  ])('is no text: %s', async (_, settings) => {
    const items = await itemsOf(
      exports.folder({
        ...settings,
        'Note.md': 'Une note.',
        'Templates/Note sur les modèles.md': 'Une note.',
        'Modèles perso/Jour.md': '# Jour\n\nUn jour.',
      }),
    );
    expect(textsOf(items).map(({ id }) => id)).toEqual(['Note.md', 'Templates/Note sur les modèles.md']);
    expect(leftOutOf(items)).toEqual([['modèles de notes', 1]]);
  });

  it('is told by its marks where no settings are there', async () => {
    const items = await itemsOf(
      exports.folder({
        'Note.md': 'Une note.',
        '_templates/Jour.md': '---\ncreated: {{date}}\n---\n# {{title}}\n',
        'Templates/Livre.md': '<% tp.file.title %>',
        'Templates/Une vraie note.md': 'Des mots.',
      }),
    );
    expect(textsOf(items).map(({ id }) => id)).toEqual(['Note.md', 'Templates/Une vraie note.md']);
  });
});

describe('a picture that is a film', () => {
  it('is a link to it', async () => {
    const files = {
      'a.md': '![](film.mp4) ![Un film](https://exemple.fr/b.webm "x")\n\n`![](c.mp4)`',
      'film.mp4': 'x',
    };
    expect(textsOf(await itemsOf(exports.folder(files)))[0]?.content).toBe(
      '[film.mp4](/film.mp4) [Un film](https://exemple.fr/b.webm "x")\n\n`![](c.mp4)`',
    );
  });
});

describe('a line without end', () => {
  it('takes no longer than its length', async () => {
    const files = { 'a.md': `${'mot [^'.repeat(50_000)}\n` };
    expect(textsOf(await itemsOf(exports.folder(files)))[0]?.content).toMatch(/^mot \[\^mot/);
  });
});

it('has a file that a day alone names from that day', async () => {
  const [text] = textsOf(await itemsOf(exports.folder({ 'journal/2021_03_04.md': 'Un jour.' })));
  expect(text?.published).toBe('2021-03-03T23:00:00.000Z');
});

it('has a text first where it says that readers found it, then at the path of its file', async () => {
  const head = 'title: Titre\npermalink: /titre/\naliases: [Un autre nom, /vieux/]';
  const files = { 'notes.txt': '', 'a.md': `---\n${head}\n---\n[ici](./)\n` };
  const [text] = textsOf(await itemsOf(exports.folder(files)));
  expect(text?.addresses).toEqual(['/titre/', '/vieux/', '/a.md']);
});

it('leaves out what explains a folder of a program at its top, unless it has fields', async () => {
  const files = {
    'package.json': '{}',
    'README.md': '# Le dépôt\n',
    'CLAUDE.md': 'Pour qui programme.\n',
    'LICENSE.md': '---\ntitle: Licence de mes photos\n---\nTexte.\n',
    'content/un/README.md': '# Un\n',
  };
  const items = await itemsOf(exports.folder(files));
  expect(textsOf(items).map(({ title }) => title)).toEqual(['Licence de mes photos', 'Un']);
  expect(leftOutOf(items)).toEqual([['fichiers qui expliquent le dossier', 2]]);
});

it('has a README as any note where there are only notes', async () => {
  const items = await itemsOf(exports.folder({ 'README.md': '# Notes\n', 'un.md': '# Un\n' }));
  expect(textsOf(items).map(({ title }) => title)).toEqual(['Notes', 'Un']);
});
