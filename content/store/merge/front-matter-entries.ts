import { CST, Lexer } from 'yaml';
import { isFrontMatterField } from '../../files/front-matter-fields.ts';
import { readYamlMapping } from '../../files/yaml-document.ts';
import { linesOf } from '../../files/yaml-places.ts';
import { meaningBeside } from '../../files/yaml-values.ts';

/** One key of a front matter, in whole lines that end with a line feed. */
export interface BlockEntry {
  readonly name: string;
  readonly isField: boolean;
  /** Comments and blank lines above it: they are about this key. */
  readonly lead: string;
  readonly lines: string;
  /** What the key says, however it is written. */
  readonly meaning: string;
}

/** A front matter taken apart: leads and lines in order, then the tail, are the text. */
export interface BlockEntries {
  readonly entries: readonly BlockEntry[];
  readonly tail: string;
}

/** Takes a front matter apart by key; null when keys share lines (`{ … }`), or one is no text. */
export function splitEntries(text: string): BlockEntries | null {
  const block = text.replaceAll('\r\n', '\n');
  const mapping = readYamlMapping(block);
  if (mapping.kind !== 'mapping' || mapping.map.flow === true) return null;
  const entries: BlockEntry[] = [];
  let at = 0;
  for (const entry of mapping.entries) {
    const { start, end } = linesOf(block, entry);
    if (entry.name === null || start < at || !block.slice(start, end).endsWith('\n')) return null;
    entries.push({
      name: entry.name,
      isField: isFrontMatterField(entry.name),
      lead: block.slice(at, start),
      lines: block.slice(start, end),
      meaning: meaningBeside({ ...mapping, entries: [entry] }, []),
    });
    at = end;
  }
  return { entries, tail: block.slice(at) };
}

/** The comments of a piece of YAML, each from its # to the end of its line. A # inside of a text is none. */
export function commentsIn(yaml: string): readonly string[] {
  const comments: string[] = [];
  let previous = '';
  for (const lexeme of new Lexer().lex(yaml)) {
    if (previous !== CST.SCALAR && lexeme.startsWith('#')) comments.push(lexeme.trimEnd());
    previous = lexeme;
  }
  return comments;
}
