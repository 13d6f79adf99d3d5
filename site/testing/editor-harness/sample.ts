/** A text with one of each. */
export const SAMPLE = `## Pourquoi tenir un prévisionnel

Un **prévisionnel de trésorerie** n’est pas un *exercice comptable* : c’est une ~~corvée~~ [habitude](/blog/habitude) de dirigeant. On l’ouvre le lundi, on regarde les \`13 semaines\` qui viennent, et on décide.

### Ce qu’il faut noter

- Les encaissements certains
- Les encaissements probables
  - devis signés
  - relances en cours
- [ ] À vérifier avec la banque
- [x] Fait

1. Ouvrir le tableau
2. Reporter les soldes
3. Décider

> La trésorerie est un fait, le résultat une opinion.
> On ne paie pas ses salaires avec une opinion.

![Courbe de trésorerie sur treize semaines](/images/2026/graphique.webp)

| Semaine | Encaissements | Décaissements | Solde |
| --- | ---: | :---: | --- |
| S1 | 12 000 € | 9 500 € | **2 500 €** |
| S2 | 8 000 € | 11 200 € | -3 200 € |

\`\`\`js
const solde = encaissements - decaissements;
\`\`\`

---

Dernière phrase, avec une adresse : https://exemple.fr et un mot \\*échappé\\*.
`;
