import { manyPosts, postFile } from './posts.ts';

const LONG =
  'Une phrase qui se lit sans se presser, et qui remplit une ligne sans rien dire de plus. '.repeat(12);
/** As French has them in addresses and as authors paste them. */
const UNBROKEN = 'unmotquinesecoupepas'.repeat(6);

/** A text with all that can push a page out of its width, or its titles out of their order. */
const BODY = `Un paragraphe, une note[^1], une autre[^longue] et encore la première[^1]. Un [lien](https://exemple.fr/${UNBROKEN}).

## Du \`code\`, du **gras** et un 🚀

${LONG}

- Un point et sa note[^longue]
- [x] Fait
- [ ] À faire

## Le même titre

| Poste | Janvier | Février | Mars | Avril | Mai | Juin | Juillet | Août | Septembre | Octobre | Novembre |
| --- | ---: | ---: | --- | --- | --- | --- | --- | --- | --- | --- | --- |
| Encaissements[^longue] | 12 400 € | 15 100 € | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 |

| Petit | Tableau |
| --- | ---: |
| Marge | 12 % |

## Le même titre (suite)

### Trois

#### Quatre

##### Cinq

${LONG}

\`\`\`js
const marge = (vente - cout) / vente; // une ligne bien plus longue que la colonne, qui défile seule sans pousser la page autour d'elle
\`\`\`

\`\`\`zorglub
langue inconnue
\`\`\`

![Le tarif plancher, en barres](/images/2026/graphique-prix-38a9bcc16218.webp "Une légende")

<details><summary>Le détail du calcul</summary>

Il tient en une ligne.

</details>

## ${UNBROKEN}

${UNBROKEN} ${LONG}

[^1]: Le texte de la **note**.
[^longue]: Une note.

    En deux paragraphes. ${LONG}
`;

/** A blog of several pages with a text that strains them, one of a single line, and an address that is gone. */
export function strainedContent(): Readonly<Record<string, string>> {
  const fields = [
    'id: 6f1f0000-0000-4000-8000-0000000000aa',
    'tags: [prix, stratégie financière des petites entreprises]',
    'excerpt: Un extrait qui annonce la suite, sur deux lignes d’un téléphone.',
  ];
  const published = '2026-08-01T08:00:00.000Z';
  return {
    ...manyPosts(20),
    'posts/2026/epreuve.md': postFile({ title: 'Une lecture à l’épreuve', fields, published, body: BODY }),
    'posts/2026/bref.md': postFile({ title: 'Bref', published, body: 'Trop court.' }),
    'redirects.yml': '/blog/parti: gone\n',
  };
}
