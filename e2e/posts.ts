interface PostFile {
  readonly title: string;
  /** Raw lines of front matter, beside what every post needs. */
  readonly fields?: readonly string[];
  readonly published?: string;
  readonly body?: string;
}

/** The text of a post's file, published unless its fields say otherwise. */
export function postFile({
  title,
  fields = [],
  published = '2026-03-02T08:00:00.000Z',
  body,
}: PostFile): string {
  const lines = [
    `title: ${JSON.stringify(title)}`,
    `published: ${published}`,
    'isPublished: true',
    ...fields,
  ];
  return `---\n${lines.join('\n')}\n---\n\n${body ?? 'Un court paragraphe.'}\n`;
}

/** So many posts, the first one the newest: « Article 1 », « Article 2 »… */
export function manyPosts(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const number = index + 1;
      const published = new Date(Date.UTC(2026, 5, 30) - index * 24 * 3600 * 1000).toISOString();
      const text = postFile({ title: `Article ${number}`, published, fields: ['excerpt: Un extrait.'] });
      return [`posts/2026/article-${number}.md`, text];
    }),
  );
}

/** A post whose text holds every kind of block that Markdown has here. */
export const EVERY_BLOCK = `Un paragraphe avec du **gras**, de l'*italique*, un [lien](https://exemple.fr/ailleurs) et du \`code\`.

## Une section

- Un premier point
- Un deuxième
  - et son détail

1. D'abord
2. Ensuite

> Une citation qui tient debout toute seule.

| Poste | Janvier | Février |
| --- | ---: | ---: |
| Encaissements | 12 400 € | 15 100 € |
| Décaissements | 11 900 € | 10 800 € |

- [x] Fait
- [ ] À faire

\`\`\`js
const marge = (vente - cout) / vente;
\`\`\`

Une note[^1] au fil du texte.

<details><summary>Le détail du calcul</summary>

Il tient en une ligne.

</details>

### Une sous-section

Fin.

[^1]: Le texte de la note.
`;
