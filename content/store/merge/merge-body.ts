import { type BodyPart, pickChanged } from '../../model/merge.ts';
import { splitBlocks, standTogether } from './blocks.ts';
import { withoutBroughtBack } from './brought-back.ts';
import { type Join, joinEntries } from './entries.ts';
import { type MergeInside, mergeTokens } from './merge-tokens.ts';
import { followMoves } from './moves.ts';
import { countedOn } from './numbering.ts';
import type { Versions } from './regions.ts';
import { splitRows, splitSentences } from './sentences.ts';

interface Bodies {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/**
 * The merge of a Markdown text: by block, then by sentence inside a paragraph or an item and by row inside a table that
 * both changed (docs/design.md, Merging prose). Fenced code is one piece. Neighbouring agreed parts are one.
 */
export function mergeBodies({ base, ours, theirs }: Bodies): readonly BodyPart[] {
  const [inBase, inOurs, inTheirs] = [splitBlocks(base), splitBlocks(ours), splitBlocks(theirs)];
  const read = { base: inBase.tokens, ours: inOurs.tokens, theirs: inTheirs.tokens };
  const { versions, moved } = followMoves(read);
  const before = pickChanged(inBase.before, inOurs.before, inTheirs.before)?.value ?? inTheirs.before;
  const parts = joinEntries(versions, mergeTokens(versions, { mergeInside: mergeBlock, moved }), joinBlocks);
  const end = parts.length === 0 ? '' : endOfAll(versions);
  const all = gathered([{ kind: 'agreed', text: before }, ...parts, { kind: 'agreed', text: end }]);
  const whole = gathered(withoutBroughtBack(all, { base, ours, theirs }));
  const text = agreedText(whole);
  return text === null ? whole : [{ kind: 'agreed', text: countedOn(text, ours, theirs) }];
}

/** The text when nothing is disputed, else null. */
export function agreedText(parts: readonly BodyPart[]): string | null {
  const texts = parts.flatMap((part) => (part.kind === 'agreed' ? [part.text] : []));
  return texts.length === parts.length ? texts.join('') : null;
}

const mergeBlock: MergeInside = (blocks) => {
  const { kind } = blocks.base;
  if (kind === 'whole') return null;
  if (kind !== blocks.ours.kind || kind !== blocks.theirs.kind) return wordsOverBlanks(blocks);
  const split = kind === 'rows' ? splitRows : splitSentences;
  const versions = {
    base: split(blocks.base.text).tokens,
    ours: split(blocks.ours.text).tokens,
    theirs: split(blocks.theirs.text).tokens,
  };
  const parts = joinEntries(
    versions,
    mergeTokens(versions, { mergeInside: wordsOverBlanks, moved: new Set() }),
    joinSentences,
  );
  // Each side may have taken away what the other kept: a paragraph that nobody wanted gone is for a person to judge.
  return parts.some((part) => part.kind === 'agreed' && part.text.trim() !== '') ? parts : null;
};

/** Of two versions of a sentence, one with other words and one with other blanks only, the words count. */
const wordsOverBlanks: MergeInside = ({ base, ours, theirs }) => {
  if (ours.key === base.key) return [{ kind: 'agreed', text: theirs.text }];
  return theirs.key === base.key ? [{ kind: 'agreed', text: ours.text }] : null;
};

/** What follows the last block; a side without any has no say. */
function endOfAll({ base, ours, theirs }: Versions): string {
  const baseEnd = base.at(-1)?.after ?? '';
  const theirsEnd = theirs.at(-1)?.after ?? baseEnd;
  return pickChanged(baseEnd, ours.at(-1)?.after ?? baseEnd, theirsEnd)?.value ?? theirsEnd;
}

const BLANK_LINE = /\n[ \t]*\r?\n/;

/** Two items stay in one list, two footnotes in one list of them; whatever else meets is kept apart by a blank line. */
const joinBlocks: Join = (first, second, before) => {
  if (standTogether(first, second)) return before.includes('\n') ? before : '\n';
  return [first.after, before].find((gap) => BLANK_LINE.test(gap)) ?? '\n\n';
};

/** A sentence that began a line begins one again: it may carry the sign of a quote or a row. */
const joinSentences: Join = (first, _, before) => {
  if (before.includes('\n')) return before;
  return [before, first.after].find((gap) => gap !== '') ?? ' ';
};

function gathered(parts: readonly BodyPart[]): readonly BodyPart[] {
  const whole: BodyPart[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (part.kind === 'disputed') whole.push(part);
    else if (last?.kind === 'agreed')
      whole[whole.length - 1] = { kind: 'agreed', text: last.text + part.text };
    else if (part.text !== '') whole.push(part);
  }
  return whole;
}
