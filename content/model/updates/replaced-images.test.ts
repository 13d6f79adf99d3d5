import { describe, expect, it } from 'vitest';
import { imagesShown, replacedImages } from './post-updates.ts';

const A = '/images/2025/mer-0123456789ab.jpg';
const B = '/images/2025/mer-ba9876543210.jpg';
const shown = (body: string, coverImage: string | null = null) => imagesShown({ coverImage, body });

describe('imagesShown', () => {
  it('names the cover and the images of the text by their content, and nothing that is only linked', () => {
    const text = `![Mer](${B})\n\n[lien](${B})\n\n![d][d]\n\n[d]: /images/2025/sans.png\n\n![](https://ailleurs.fr/a.jpg)\n`;
    expect(shown(text, A)).toEqual(['0123456789ab', 'ba9876543210', 'images/2025/sans.png']);
  });
});

describe('replacedImages', () => {
  it('counts the images in the place of others, whatever moved or was renamed', () => {
    const renamed = A.replace('mer', 'ocean');
    const count = (before: string, after: string) => replacedImages(shown(before), shown(after));
    expect(count(`![](${A})`, `![](${B})`)).toBe(1);
    expect(count(`![](${A})`, `![](${renamed})`)).toBe(0);
    expect(count(`![](${A}) ![](${B})`, `![](${B}) ![](${A})`)).toBe(0);
    expect(count(`![](${A}) ![](${A})`, `![](${B}) ![](${B})`)).toBe(2);
    expect([count('', `![](${A})`), count(`![](${A})`, '')]).toEqual([0, 0]);
  });
});
