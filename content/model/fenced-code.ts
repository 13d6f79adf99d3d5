const OPENING = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/;

/**
 * A Markdown text whose fenced code blocks are emptied, fences included; every line keeps its number. One pass:
 * hostile text costs no more than ordinary text of its length.
 */
export function withoutFencedCode(markdown: string): string {
  if (!markdown.includes('```') && !markdown.includes('~~~')) return markdown;
  const kept: string[] = [];
  let fence: string | null = null;
  for (const line of markdown.split('\n')) {
    if (fence !== null) {
      if (closes(line, fence)) fence = null;
      kept.push('');
      continue;
    }
    fence = openingFence(line);
    kept.push(fence === null ? line : '');
  }
  return kept.join('\n');
}

function openingFence(line: string): string | null {
  return OPENING.exec(line)?.[1] ?? null;
}

function closes(line: string, fence: string): boolean {
  const text = line.trim();
  return (
    text.length >= fence.length && text.startsWith(fence) && text === fence.charAt(0).repeat(text.length)
  );
}
