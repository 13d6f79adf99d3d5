import { describe, expect, it } from 'vitest';
import { extractKeyPoints, KEY_POINT_TYPES } from './key-points.ts';
import { renderMarkdown } from './markdown/render.ts';

function texts(html: string): readonly string[] {
  return extractKeyPoints(html).map(({ text }) => text);
}

function only(html: string) {
  const [point, ...others] = extractKeyPoints(html);
  expect(others).toEqual([]);
  return point;
}

describe('extractKeyPoints', () => {
  it.each([
    ['Une erreur que tout le monde fait un jour', 'erreur', 10],
    ['Plus de 30 % de marge en une seule année', 'chiffre', 9],
    ['Nous avons servi 1 200 clients cette année', 'chiffre', 9],
    ['Un fonds de 12 000 € suffit pour commencer', 'chiffre', 9],
    ['Déjà 40 utilisateurs réguliers en un mois', 'chiffre', 9],
    ['Des résultats visibles dès le premier mois', 'resultat', 8],
    ['Voici ce que j’ai appris de cette course', 'lecon', 7],
    ['Fixez une date et tenez-vous à cette date', 'action', 6],
    ['Il vaut mieux avancer un peu chaque jour', 'conseil', 5],
    ['Une matinée de brouillard sur le grand lac', 'conseil', 3],
  ])('takes %j for %s, priority %i', (text, type, priority) => {
    expect(only(`<h2 id="x">${text}</h2>`)).toMatchObject({ text, type, priority });
  });

  it('wants more than digits for a figure', () => {
    expect(only('<h3>Les 7 habitudes de mes matinées</h3>')).toMatchObject({ type: 'conseil', priority: 3 });
  });

  it.each([
    ['li', 5],
    ['blockquote', 4],
    ['strong', 4],
    ['em', 4],
    ['b', 4],
    ['i', 4],
    ['h2', 3],
    ['h3', 3],
  ])('adds the bonus of <%s>', (name, priority) => {
    expect(only(`<${name}>Une matinée de brouillard sur le lac</${name}>`)?.priority).toBe(priority);
  });

  it('takes sentences of paragraphs with business words, digits or words of lessons, and no other', () => {
    const html =
      '<p>Le brouillard couvrait tout le grand lac. La trésorerie se prévoit un an à l’avance. Il faisait déjà nuit sur la route ! ' +
      'Le train arrivait à 8 heures précises. Nous avons alors compris où aller… Voilà.</p>';
    expect(texts(html)).toEqual([
      'Nous avons alors compris où aller…',
      'La trésorerie se prévoit un an à l’avance.',
      'Le train arrivait à 8 heures précises.',
    ]);
  });

  it('ignores h1, h4 and plain containers', () => {
    expect(texts('<h4>La trésorerie d’une entreprise</h4><div>La trésorerie d’une entreprise</div>')).toEqual(
      [],
    );
  });

  it('keeps texts of 20 to 120 characters', () => {
    const item = (length: number) => `<li>${'a'.repeat(length)}</li>`;
    expect(texts(`<ul>${item(19)}${item(121)}</ul>`)).toEqual([]);
    expect(texts(`<ul>${item(20)}${item(120)}</ul>`).map((text) => text.length)).toEqual([20, 120]);
  });

  it('drops duplicates whatever their case, keeping the best placed', () => {
    const html = '<h2>Une matinée de brouillard</h2><ul><li>UNE MATINÉE DE BROUILLARD</li></ul>';
    expect(only(html)).toMatchObject({ text: 'UNE MATINÉE DE BROUILLARD', priority: 5 });
  });

  it('gives at most four, best first, equals in the order of the text', () => {
    const html = [
      'Premier titre du brouillard',
      'Une erreur dans le brouillard',
      'Second titre du brouillard',
    ]
      .concat(['Troisième titre du brouillard', 'Quatrième titre du brouillard'])
      .map((text) => `<h2>${text}</h2>`)
      .join('');
    expect(texts(html)).toEqual([
      'Une erreur dans le brouillard',
      'Premier titre du brouillard',
      'Second titre du brouillard',
      'Troisième titre du brouillard',
    ]);
  });

  it.each([
    ['Donc, il faut un plan de trésorerie', 'Il faut un plan de trésorerie'],
    ['En effet, écrire aide à voir plus loin', 'Écrire aide à voir plus loin'],
    ['Mais en effet la marge est le vrai sujet', 'La marge est le vrai sujet'],
    ['C’est pourquoi la marge est un sujet', 'La marge est un sujet'],
    ["C'est pourquoi la marge est un sujet", 'La marge est un sujet'],
    ['De plus\u00A0: la marge reste le vrai sujet', 'La marge reste le vrai sujet'],
    ['Ormes et chênes bordent notre chemin', 'Ormes et chênes bordent notre chemin'],
    ['Ainsi que le temps passe dans ce pays', 'Ainsi que le temps passe dans ce pays'],
    ['épargner un peu, mais tous les mois', 'Épargner un peu, mais tous les mois'],
  ])('makes a sentence of %j', (written, text) => {
    expect(texts(`<ul><li>${written}</li></ul>`)).toEqual([text]);
  });

  it('lets a list item speak for itself alone', () => {
    const html =
      '<ul><li><p>Préparer chaque mois la trésorerie</p><ul><li>Relire les factures encore dues</li></ul></li></ul>';
    expect([...texts(html)].sort()).toEqual([
      'Préparer chaque mois la trésorerie',
      'Relire les factures encore dues',
    ]);
  });

  it('ignores code, tables, captions and notes', () => {
    const point = 'Une erreur de plus de 10 % des clients';
    const html = `<pre tabindex="0"><code>${point}</code></pre><div><table><tr><td><b>${point}</b></td></tr></table></div>
      <figure><figcaption><em>${point}</em></figcaption></figure><section aria-labelledby="notes" class="notes"><ol><li>${point}</li></ol></section>
      <ul><li>Une erreur de <code>git push</code> chez un client</li></ul><h2>Une matinée de brouillard<sup class="appel-note"><a href="#note-1">1</a></sup></h2>`;
    expect(texts(html)).toEqual(['Une matinée de brouillard']);
  });

  it('reads escaped signs and joined spaces', () => {
    expect(
      texts('<ul><li>Achats &amp; ventes :\n  &lt;trois&gt; &quot;règles&quot; d&#39;or</li></ul>'),
    ).toEqual(['Achats & ventes : <trois> "règles" d\'or']);
  });

  it('reads what the renderer writes', () => {
    const { html } = renderMarkdown('# Bilan\n\n- Il faut **mesurer** : 20 % de marge !\n', {
      images: new Map(),
    });
    expect(extractKeyPoints(html)).toEqual([
      {
        text: 'Il faut mesurer\u00A0: 20 % de marge\u202F!',
        type: 'chiffre',
        priority: 11,
      },
    ]);
  });

  it.each([
    '',
    '<',
    '</li></p>',
    '<li><li><li>',
    '<ul><li>a',
    '<li>'.repeat(300_000),
    `<p>${'a. '.repeat(500_000)}</p>`,
    `<p>${'« 1 ! » '.repeat(200_000)}`,
    `${'<em>'.repeat(5_000)}une erreur${'</em>'.repeat(5_000)}`,
    '<li>une erreur de plus de vingt signes</li>'.repeat(40_000),
  ])('never throws (%#)', (html) => {
    expect(extractKeyPoints(html).length).toBeLessThanOrEqual(4);
  });
});

describe('KEY_POINT_TYPES', () => {
  it('is what readers see', () => {
    expect(Object.values(KEY_POINT_TYPES).map(({ label }) => label)).toEqual([
      'Conseil',
      'Chiffre clé',
      'Action',
      'Leçon',
      'Attention',
      'Résultat',
    ]);
  });
});
