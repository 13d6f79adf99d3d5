interface XmlElement {
  readonly name: string;
  /** Its text, entities resolved, that of elements inside included. */
  readonly text: string;
}

const TOKEN = /<\?[^?]*\?>|<\/([\w:]+)>|<([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
const CHARACTER = /^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]*$/u;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The elements of a small XML document, in the order they end. Throws when it is not well-formed (XML 1.0). */
export function parseXml(source: string): readonly XmlElement[] {
  if (!CHARACTER.test(source)) throw new SyntaxError('a character XML cannot hold');
  const token = new RegExp(TOKEN);
  const open: { name: string; text: string }[] = [];
  const ended: XmlElement[] = [];
  while (token.lastIndex < source.length) {
    const at = token.lastIndex;
    const [found, closing, opening, , selfClosed, text] = token.exec(source) ?? [];
    if (found === undefined) throw new SyntaxError(`not XML: ${source.slice(at, at + 60)}`);
    if (opening !== undefined && selfClosed === '') open.push({ name: opening, text: '' });
    if (closing !== undefined) {
      const element = open.pop();
      if (element?.name !== closing) throw new SyntaxError(`</${closing}> ends <${element?.name ?? ''}>`);
      ended.push(element);
    }
    if (text !== undefined) for (const element of open) element.text += resolved(text);
  }
  if (open.length > 0) throw new SyntaxError('an element does not end');
  return ended;
}

function resolved(text: string): string {
  if (text.includes(']]>')) throw new SyntaxError(']]> in text (XML 1.0, 2.4)');
  return text.replace(/&(\w*);?/g, (entity, name: string) => {
    const character = ENTITIES[name];
    if (character === undefined || !entity.endsWith(';')) throw new SyntaxError(`entity ${entity}`);
    return character;
  });
}
