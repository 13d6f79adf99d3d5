type ReadBlocks = (parent: Element) => readonly string[];

/** A list, its items and what they hold set in. */
export function listMarkdown(list: HTMLElement, read: ReadBlocks): string {
  const isNumbered = list.localName === 'ol';
  const items: string[] = [];
  for (const child of list.children) {
    // Google Docs and old pages put a list beside the item it belongs to.
    if (child.localName === 'ul' || child.localName === 'ol') {
      const nested = read(wrapped(child)).join('\n');
      const last = items.pop();
      items.push(last === undefined ? nested : `${last}\n${setIn(nested, isNumbered ? 3 : 2)}`);
      continue;
    }
    const blocks = read(child);
    if (blocks.length === 0) continue;
    const marker = isNumbered ? `${items.length + 1}. ` : '- ';
    items.push(marker + setIn(joined(blocks), marker.length).trimStart());
  }
  return items.join('\n');
}

function wrapped(element: Element): Element {
  const parent = element.ownerDocument.createElement('div');
  parent.append(element.cloneNode(true));
  return parent;
}

/** A list inside of an item follows its words at once. */
function joined(blocks: readonly string[]): string {
  return blocks.reduce((text, block) => `${text}${/^(?:- |\d+\. )/.test(block) ? '\n' : '\n\n'}${block}`);
}

/** `text` with `width` spaces before each line that has words. */
function setIn(text: string, width: number): string {
  return text.replace(/^(?=[^\n])/gm, ' '.repeat(width));
}
