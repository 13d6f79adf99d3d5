import type { BodyPart } from '../../model/merge.ts';
import { splitBlocks } from './blocks.ts';
import { splitSentences } from './sentences.ts';
import { type Token, type TokenList, tokenOf } from './tokens.ts';

interface Bodies {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** Above this many, a sentence that one side has only inside of another one is not told apart. */
const MAX_SEARCHES = 200;

/**
 * The parts, with every sentence disputed that one side took away and the other moved into another paragraph: by places this
 * is one that the other added, and would come back unasked.
 */
export function withoutBroughtBack(parts: readonly BodyPart[], bodies: Bodies): readonly BodyPart[] {
  const agreed = new Set(parts.flatMap((part) => (part.kind === 'agreed' ? keysOf(part.text) : [])));
  const [ours, theirs] = [new Set(keysOf(bodies.ours)), new Set(keysOf(bodies.theirs))];
  const suspects = onceIn(keysOf(bodies.base)).filter(
    (key) => agreed.has(key) && !(ours.has(key) && theirs.has(key)),
  );
  if (suspects.length === 0) return parts;
  const [inOurs, inTheirs] = [plain(bodies.ours), plain(bodies.theirs)];
  const isIn = (text: string, key: string): boolean => suspects.length <= MAX_SEARCHES && text.includes(key);
  const gone = new Map<string, 'ours' | 'theirs'>();
  for (const key of suspects) {
    if (!ours.has(key) && !isIn(inOurs, key)) gone.set(key, 'ours');
    else if (!theirs.has(key) && !isIn(inTheirs, key)) gone.set(key, 'theirs');
  }
  return parts.flatMap((part) => (part.kind === 'agreed' ? disputedIn(part.text, gone) : [part]));
}

function disputedIn(text: string, gone: ReadonlyMap<string, 'ours' | 'theirs'>): readonly BodyPart[] {
  const { before, tokens } = sentencesOf(text);
  const parts: BodyPart[] = [{ kind: 'agreed', text: before }];
  for (const token of tokens) {
    const whole = token.text + token.after;
    const side = gone.get(token.key);
    if (side === undefined) parts.push({ kind: 'agreed', text: whole });
    else if (side === 'ours') parts.push({ kind: 'disputed', base: whole, theirs: whole, yours: '' });
    else parts.push({ kind: 'disputed', base: whole, theirs: '', yours: whole });
  }
  return parts;
}

/** The sentences of all paragraphs and items; whatever else there is, whole. */
function sentencesOf(text: string): TokenList {
  const { before, tokens } = splitBlocks(text);
  const sentences = tokens.flatMap((block): readonly Token[] => {
    if (block.kind !== 'prose' && block.kind !== 'item') return [block];
    const inside = splitSentences(block.text).tokens;
    return inside.map((token, at) =>
      at + 1 === inside.length ? tokenOf(token.text + token.after + block.after, 'prose') : token,
    );
  });
  return { before, tokens: sentences };
}

function keysOf(text: string): readonly string[] {
  return sentencesOf(text).tokens.flatMap(({ kind, key }) => (kind === 'prose' ? [key] : []));
}

function onceIn(keys: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  for (const key of keys) seen.set(key, (seen.get(key) ?? 0) + 1);
  return [...seen].flatMap(([key, times]) => (times === 1 ? [key] : []));
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ');
}
