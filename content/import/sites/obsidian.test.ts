import { describe, expect, it } from 'vitest';
import { itemsOf, leftOutOf, noted, textsOf, useExports } from '../../testing/exports.ts';

const exports = useExports();

describe('a vault of Obsidian', () => {
  it.each([
    [
      'a size of a picture',
      '![[vue.png|300]] ![[vue.png|Une vue|200x100]]',
      '![](/vue.png) ![Une vue](/vue.png)',
    ],
    ['a file that is no picture', '![[plan.pdf]]', '[plan.pdf](/plan.pdf)'],
    ['a box with a title', '> [!note] Le titre\n> Des mots', '> **Le titre**\n>\n> Des mots'],
    ['a box without one, folded', '> [!WARNING]-\n> Des mots', '> **Warning**\n>\n> Des mots'],
    ['what is marked', 'Du ==texte marqué==, `a == b == c`', 'Du <mark>texte marqué</mark>, `a == b == c`'],
    ['the name of a paragraph', 'Un texte ^bloc-1\n\n2 ^ 3', 'Un texte\n\n2 ^ 3'],
    [
      'notes written where they are called',
      'Un^[La [première](https://exemple.fr).] et deux^[L’autre].',
      'Un[^sur-place-1] et deux[^sur-place-2].\n\n[^sur-place-1]: La [première](https://exemple.fr).\n\n[^sur-place-2]: L’autre',
    ],
    [
      'notes right below a line, and called after a sign',
      'Un![^1] Deux ![^x](vue.png)\n[^1]: Une note\n[^2]: Une autre',
      'Un\\![^1] Deux ![^x](/vue.png)\n\n[^1]: Une note\n[^2]: Une autre',
    ],
    ['code', '```\n%% a %% ==b== ^c\n```', '```\n%% a %% ==b== ^c\n```'],
  ])('says %s as readers of it see it', async (_, body, markdown) => {
    const files = { 'Note.md': body, 'vue.png': Buffer.from('picture'), 'plan.pdf': 'plan' };
    const [text] = textsOf(await itemsOf(exports.folder(files)));
    expect(text?.content.replace(/\(<([^<>]*)>\)/g, '($1)')).toBe(markdown);
  });

  it('is without drawings, which are counted', async () => {
    const drawing = '---\nexcalidraw-plugin: parsed\n---\n# Excalidraw Data\n## Text Elements\nMot ^a1\n';
    const items = await itemsOf(exports.folder({ 'Dessin.excalidraw.md': drawing, 'Note.md': 'Mots.' }));
    expect(textsOf(items).map(({ title }) => title)).toEqual(['Note']);
    expect(leftOutOf(items)).toEqual([['dessins (Excalidraw)', 1]]);
  });

  it('shows nobody its comments, and says so', async () => {
    const body = 'Un %%pour moi%% deux\n\n%%\n```json\n{}\n```\n%%\n\nTrois';
    const [text] = textsOf(await itemsOf(exports.folder({ 'Note.md': body })));
    expect(text?.content.replace(/\s+/g, ' ')).toBe('Un deux Trois');
    expect(noted(text)).toEqual(['field commentaire (%%)']);
  });

  it('has the tags that stand in its text, whose words stay', async () => {
    const body = [
      '---\ntags: [mer]\ncategory: Voyages\n---\n# Un titre\n',
      '#mer et #voyage/italie, #Été_2024 puis #été_2024 ; #voyages #cafe.',
      '#12 #fff #0a6e2f `#code` [a](#ancre) [[Note #part]] [[#part]] <b style="color: #abc1">b</b> a#b https://a.example/#b \\#non',
      '%% #caché %%\n\n```\n#code\n```\n',
    ].join('\n');
    const [text] = textsOf(await itemsOf(exports.folder({ 'Note.md': body })));
    expect(text?.tags).toEqual(['mer', 'voyage/italie', 'Été_2024', 'cafe']);
    expect(text?.content).toContain('#mer et #voyage/italie, #Été_2024 puis');
  });

  it('has notes that a day alone names', async () => {
    const [text] = textsOf(await itemsOf(exports.folder({ 'Journal/2024-01-03.md': 'Un jour.' })));
    expect(text).toMatchObject({ title: '2024-01-03', published: '2024-01-02T23:00:00.000Z' });
  });

  it('is in the categories that its fields name as notes', async () => {
    const fields = '---\ncategories:\n- "[[Livres]]"\n- "[[notes/Voyages|En voyage]]"\ntags: [mer]\n---\n';
    const [text] = textsOf(await itemsOf(exports.folder({ 'Note.md': `${fields}Un texte.` })));
    expect([text?.categories, text?.tags]).toEqual([['Livres', 'En voyage'], ['mer']]);
  });
});
