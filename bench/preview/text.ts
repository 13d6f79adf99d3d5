import { createRandom } from '#content/testing/random.ts';

const WORDS =
  'trésorerie client prix marge semaine décision facture banque charge résultat équipe temps discipline mesure'.split(
    ' ',
  );

/** An article of some `words` words: titles, paragraphs with bold and links, lists and quotes. */
export function longArticle(words: number): string {
  const random = createRandom(11);
  const sentence = (length: number) => Array.from({ length }, () => random.pick(WORDS)).join(' ');
  const blocks: string[] = [];
  for (let written = 0; written < words; written += 110) {
    if (random.oneIn(3)) blocks.push(`## ${sentence(5)} ${written}`);
    blocks.push(`${sentence(30)}, **${sentence(2)}** ; ${sentence(20)} [${sentence(2)}](/blog/article) !`);
    blocks.push(
      random.oneIn(3) ? `> ${sentence(24)}` : `- ${sentence(8)}\n- ${sentence(8)}\n- ${sentence(8)}`,
    );
    blocks.push(`${sentence(32)} : *${sentence(3)}*.`);
  }
  return `${blocks.join('\n\n')}\n`;
}
