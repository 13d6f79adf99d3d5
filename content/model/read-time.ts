/** DESIGN.md: how fast a reader reads. */
export const WORDS_PER_MINUTE = 230;

/** Words of a Markdown text, as a reader counts them: code, addresses and HTML tags left out. */
export function countWords(markdown: string): number {
  const prose = markdown
    .replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1|$(?![\s\S]))/gm, ' ')
    .replace(/<[^>\n]{1,1000}>/g, ' ')
    .replace(/\]\([^)\n]{0,2000}\)/g, '] ');
  return prose.match(/[\p{L}\p{N}]+(?:['’.,-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}

/** The read time shown to readers, for example « 5 min »; at least « 1 min » (DESIGN.md). */
export function readTime(markdown: string): string {
  return `${Math.max(1, Math.round(countWords(markdown) / WORDS_PER_MINUTE))} min`;
}
