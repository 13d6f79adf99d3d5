import { describe, expect, it } from 'vitest';
import type { ImportedFile } from '../../import/imported.ts';
import { importedText } from '../../testing/imported-text.ts';
import { TEST_NOW } from '../../testing/posts-workspace.ts';
import { readVersion } from '../posts/post-version.ts';
import { decideTexts } from './plan.ts';
import { createSourceIndex } from './source-index.ts';
import { importedVersion, targets } from './write-texts.ts';

const TEXT = importedText({
  id: 'notes/été : un #titre.md',
  title: 'Un « titre » : le premier',
  excerpt: '- oui',
  categories: ['Voyages', 'Été'],
  tags: ['true', '12'],
  addresses: ['/2019/05/titre/', '/?p=1'],
  feedId: 'https://ancien.example.org/?p=1',
});

function versionOf(text: typeof TEXT, origin: string | null = null, files: readonly ImportedFile[] = []) {
  const gathered = createSourceIndex();
  gathered.add({ kind: 'site', system: 'markdown', title: null, origin });
  gathered.add(text);
  for (const file of files) gathered.add(file);
  const index = gathered.index();
  const [decided] = decideTexts(index, { posts: new Map(), isTaken: () => false });
  if (decided === undefined) throw new Error('nothing was decided');
  const others = { pictureOf: () => undefined, replaces: null, now: TEST_NOW };
  return importedVersion(text, { index, decided, targetOf: () => null, ...others });
}

describe('importedVersion', () => {
  it('shows what git left of a conflict in a text as it was shown', () => {
    const content = '<<<<<<< HEAD\nUn.\n=======\nDeux.\n>>>>>>> 023fe7e\n\n```\n<<<<<<< code\n```\n';
    expect(versionOf(importedText({ id: '1', content })).bytes.toString()).toContain(
      '\n&#60;<<<<<< HEAD\nUn.\n=======\nDeux.\n&#62;>>>>>> 023fe7e\n\n```\n<<<<<<< code\n```\n',
    );
  });

  it('leads links of a text to its own titles by the names they have here, whatever their case', () => {
    const content =
      '[1](#lété-à-paris) [2](#perso) [3](#suite-1) [4](#rien) [5](<#sous-ligne>) [6](#Plus-Bas)';
    const anchors = {
      'lété-à-paris': 'l-ete-a-paris',
      perso: 'autre',
      'suite-1': 'suite-2',
      'sous-ligne': 'souligne',
    };
    expect(versionOf(importedText({ id: '1', content, anchors })).bytes.toString()).toContain(
      '[1](#l-ete-a-paris) [2](#autre) [3](#suite-2) [4](#rien) [5](<#souligne>) [6](#plus-bas)',
    );
  });

  it('leads to a file that is not taken where it is, on the old site', () => {
    const content = '[1](/docs/guide.pdf#page=2) [2](/docs/absent.pdf)';
    const file = { kind: 'file', id: '2', path: null, bytes: 0, pages: [] } as const;
    const files = [{ ...file, addresses: ['/docs/guide.pdf'] }];
    const text = importedText({ id: '1', content });
    expect(versionOf(text, 'https://ancien.example.org/blog', files).bytes.toString()).toContain(
      '[1](https://ancien.example.org/docs/guide.pdf) [2](/docs/absent.pdf)',
    );
    expect(versionOf(text, null, files).bytes.toString()).toContain(content);
  });

  it('cuts a title that is too long between two characters', () => {
    const title = `${'a'.repeat(299)}😀 et la suite`;
    expect(versionOf(importedText({ id: '1', title })).post.title).toBe('a'.repeat(299));
  });

  it('gives the post that its file is read as', () => {
    const version = versionOf(TEXT);
    expect(version.post.importedFrom).toContain('notes%2F%C3%A9t%C3%A9');
    expect(version).toEqual(readVersion({ path: version.path, bytes: version.bytes }));
    // Menus have pages alone.
    expect(version.bytes.toString()).not.toContain('menu:');
  });
});

describe('targets', () => {
  it('are the texts, lists and top of the old site, whatever query links to them have', () => {
    const gathered = createSourceIndex();
    gathered.add({
      kind: 'site',
      system: 'wordpress',
      title: null,
      origin: 'https://ancien.example.org',
    });
    gathered.add(TEXT);
    gathered.add({ kind: 'list', of: 'category', name: 'Voyages', addresses: ['/category/voyages/'] });
    const index = gathered.index();
    const decided = decideTexts(index, { posts: new Map(), isTaken: () => false });
    const targetOf = targets(index, decided);
    const links = [
      '2019/05/titre/',
      '?p=1',
      '2019/05/titre/?share=x',
      '?p=9',
      'category/voyages/',
      '',
      'rien/?p=1',
    ];
    expect(links.map((link) => targetOf(index.place(`https://ancien.example.org/${link}`) ?? ''))).toEqual([
      '/blog/titre',
      '/blog/titre',
      '/blog/titre',
      null,
      '/blog/categorie/voyages',
      '/',
      null,
    ]);
  });
});
