import { describe, expect, it } from 'vitest';
import { countWords, readTime } from './read-time.ts';

describe('countWords', () => {
  it.each([
    ['', 0],
    ['— … ! 😀', 0],
    ['Bonjour', 1],
    ["L'article d’hier, peut-être 1,5 million.", 5],
    ['Été décomposé'.normalize('NFD'), 2],
    ['un\ndeux\r\ntrois', 3],
    ['# Titre\n\n- un **mot** fort\n', 4],
    ['un [lien](https://exemple.fr/a-b-c "titre") ici', 3],
    ['![une image](/images/2026/a-b.jpg)', 2],
    ['[page](https://exemple.fr/a_(b)) fin', 2],
    ['<figure class="large">un</figure>', 1],
    ['2 < 3 et 4', 4],
    ['avant\n```js\nconst a = 1;\n```\naprès', 2],
    ['avant\n~~~~\ncode\n~~~\nencore\n~~~~\naprès', 2],
    ['avant\n```\njamais fermé', 1],
    ['un `bout de code` compte', 5],
    ['𝒜𝒷 漢', 2],
  ])('counts « %s » as %i', (markdown, words) => expect(countWords(markdown)).toBe(words));

  // A pattern that tries each start against each end would need hours for these.
  it.each([
    ['`', 0],
    ['<', 0],
    ['<a', 1_000_000],
    ['](', 0],
    ['](a', 666_666],
    ['](a(b)(', 571_428],
    ["a'", 1],
    ['```\n', 0],
    ['~~~', 0],
    ['\n', 0],
    ['é', 1],
    ['a', 1],
    ['😀', 0],
    ['```a`\n', 333_333],
  ])('stands 2 MB of « %s »', (piece, words) => {
    expect(countWords(piece.repeat(Math.floor(2_000_000 / piece.length)))).toBe(words);
  });
});

describe('readTime', () => {
  it.each([
    [0, '1 min'],
    [10, '1 min'],
    [344, '1 min'],
    [345, '2 min'],
    [1150, '5 min'],
    [2300, '10 min'],
  ])('gives %i words %s', (words, time) => expect(readTime('mot '.repeat(words))).toBe(time));
});
