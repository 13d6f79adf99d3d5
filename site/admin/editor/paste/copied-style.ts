const ASIDE = 'data-copied-style';

/**
 * The HTML with its `style` attributes under another name and without style sheets. The admin's content security
 * policy refuses inline styles in parsed documents too: `element.style` would be empty, and the console full.
 */
export function setStylesAside(html: string): string {
  return html
    .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replace(/(<[a-z][^<>]*?\s)style(?=\s*=)/gi, `$1${ASIDE}`);
}

/** The style an element was copied with, as it was written. */
export function styleText(element: Element): string {
  return element.getAttribute(ASIDE) ?? element.getAttribute('style') ?? '';
}

/** Its declarations: names and values in lower case. */
export function copiedStyle(element: Element): ReadonlyMap<string, string> {
  const written = styleText(element).toLowerCase().split(';');
  return new Map(
    written.flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      if (colon === -1) return [];
      return [[declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()] as const];
    }),
  );
}
