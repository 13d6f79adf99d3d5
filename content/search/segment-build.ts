import { deflateSync } from 'node:zlib';
import { type Bytes, createBytes } from './bytes.ts';
import type { SearchDocument } from './document.ts';
import { flagOf, GAP } from './places.ts';
import { writePosting } from './postings.ts';
import { ID_BYTES, type Segment } from './segment.ts';
import { createStringTable, inTableOrder } from './string-table.ts';
import type { Token, Tokenize } from './tokens.ts';

/** A segment, and beside it the sections of each of its posts, packed: what results are shown from. */
export interface BuiltSegment {
  readonly segment: Segment;
  readonly texts: readonly Uint8Array[];
}

interface TermEntry {
  readonly bytes: Bytes;
  last: number;
  frequency: number;
}

interface DocumentTerm {
  flags: number;
  inText: number;
  readonly positions: number[];
}

/** Makes a segment of posts, one after the other. Some hundreds at once: it keeps all of them in memory until then. */
export function createSegmentBuilder(tokenize: Tokenize) {
  const ids = createBytes();
  const lengths: number[] = [];
  const placeFrom = [0];
  const placeStarts: number[] = [];
  const texts: Uint8Array[] = [];
  const terms = new Map<string, TermEntry>();
  const words = new Map<string, { readonly term: string; readonly written: string }>();
  const scratch = createBytes();

  function noteWord({ folded, term, start, end }: Token, text: string): void {
    if (!words.has(folded)) words.set(folded, { term, written: text.slice(start, end).toLowerCase() });
  }

  function keepTerm(term: string, entry: DocumentTerm): void {
    const document = lengths.length;
    let kept = terms.get(term);
    if (kept === undefined) {
      kept = { bytes: createBytes(16), last: 0, frequency: 0 };
      terms.set(term, kept);
    }
    writePosting(kept.bytes, kept.last, { document, ...entry }, scratch);
    kept.last = document;
    kept.frequency += 1;
  }

  return {
    add(document: SearchDocument): void {
      const found = new Map<string, DocumentTerm>();
      let position = 0;
      let length = 0;
      for (const [place, text] of placesOf(document).entries()) {
        placeStarts.push(position);
        const flag = flagOf(place);
        const tokens = tokenize(text);
        for (const token of tokens) {
          noteWord(token, text);
          noteTerm(found, token.term, { flag, position: position + token.position });
        }
        if (flag === 0) length += tokens.length;
        position += (tokens.at(-1)?.position ?? 0) + 1 + GAP;
      }
      for (const [term, entry] of found) keepTerm(term, entry);
      ids.append(Buffer.from(document.blobId, 'hex').subarray(0, ID_BYTES));
      lengths.push(length);
      placeFrom.push(placeStarts.length);
      texts.push(deflateSync(JSON.stringify(document.sections), { level: 1 }));
    },
    count: () => lengths.length,
    finish(): BuiltSegment {
      const order = inTableOrder(terms.keys());
      const numbers = new Map(order.map((term, number) => [term, number]));
      const wordOrder = inTableOrder(words.keys());
      const segment = {
        ids: ids.finish(),
        lengths: Uint32Array.from(lengths),
        placeFrom: Uint32Array.from(placeFrom),
        placeStarts: Uint32Array.from(placeStarts),
        terms: createStringTable(order),
        ...joinedPostings(order.map((term) => terms.get(term))),
        words: createStringTable(wordOrder),
        wordTerms: Uint32Array.from(wordOrder, (word) => numbers.get(words.get(word)?.term ?? '') ?? 0),
        written: createStringTable(wordOrder.map((word) => words.get(word)?.written ?? word)),
      };
      return { segment, texts };
    },
  };
}

/** The texts of the places of a post (places.ts). */
function placesOf({ title, tags, category, excerpt, sections }: SearchDocument): readonly string[] {
  return [
    title,
    tags.join('\n'),
    category,
    excerpt,
    ...sections.flatMap(({ heading, text }) => [heading, text]),
  ];
}

function noteTerm(
  found: Map<string, DocumentTerm>,
  term: string,
  { flag, position }: { readonly flag: number; readonly position: number },
): void {
  let entry = found.get(term);
  if (entry === undefined) {
    entry = { flags: 0, inText: 0, positions: [] };
    found.set(term, entry);
  }
  entry.flags |= flag;
  if (flag === 0) entry.inText += 1;
  const last = entry.positions.at(-1) ?? -1;
  // The parts of a compound share a position with it, and may share their stem.
  if (last === position) return;
  entry.positions.push(position);
  if (last > position) entry.positions.sort((a, b) => a - b);
}

function joinedPostings(
  entries: readonly (TermEntry | undefined)[],
): Pick<Segment, 'frequencies' | 'postingFrom' | 'postings'> {
  const postings = createBytes(64 * 1024);
  const postingFrom = [0];
  for (const entry of entries) {
    if (entry !== undefined) postings.append(entry.bytes.view());
    postingFrom.push(postings.length());
  }
  return {
    frequencies: Uint32Array.from(entries, (entry) => entry?.frequency ?? 0),
    postingFrom: Uint32Array.from(postingFrom),
    postings: postings.finish(),
  };
}
