import type { PostUpdate } from '#content/model/updates/post-updates.ts';

type Counts = Pick<PostUpdate, 'changed' | 'added' | 'removed' | 'replacedImages' | 'formerTitle'>;

/** What an update did, in words: « Titre modifié, 2 paragraphes modifiés, 1 ajouté ». */
export function updateWords({ changed, added, removed, replacedImages, formerTitle }: Counts): string {
  const counted = [
    [changed, 'modifié'],
    [added, 'ajouté'],
    [removed, 'retiré'],
  ] as const;
  const paragraphs = counted
    .filter(([count]) => count > 0)
    .map(([count, done], index) => {
      const noun = index === 0 ? ` ${plural(count, 'paragraphe')}` : '';
      return `${count}${noun} ${plural(count, done)}`;
    });
  const images =
    replacedImages === 0
      ? []
      : [`${replacedImages} ${plural(replacedImages, 'image')} ${plural(replacedImages, 'remplacée')}`];
  return [...(formerTitle === null ? [] : ['Titre modifié']), ...paragraphs, ...images].join(', ');
}

function plural(count: number, word: string): string {
  return count > 1 ? `${word}s` : word;
}
