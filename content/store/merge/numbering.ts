import { splitBlocks } from './blocks.ts';
import type { Token } from './tokens.ts';

const NUMBERED = /^([ \t]*)(\d{1,9})([.)][ \t]+\S)/;

/** A merged text whose lists count one by one again, when those of both sides did; else the text as it is. */
export function countedOn(merged: string, ours: string, theirs: string): string {
  if (!NUMBERED_LINE.test(merged) || !isCounted(ours) || !isCounted(theirs)) return merged;
  const { before, tokens } = splitBlocks(merged);
  const numbers = countedNumbers(tokens);
  const isWider = (at: number): boolean =>
    numbers[at] !== null && String(numbers[at]).length !== numberOf(tokens[at])?.digits.length;
  // A longer number moves the text of its item; what is below would be outside of the list.
  if (tokens.some((_, at) => isWider(at))) return merged;
  return before + tokens.map((token, at) => withNumber(token, numbers[at] ?? null) + token.after).join('');
}

const NUMBERED_LINE = /^[ \t]*\d{1,9}[.)][ \t]/m;

function isCounted(text: string): boolean {
  const { tokens } = splitBlocks(text);
  return countedNumbers(tokens).every(
    (number, at) => number === null || number === Number(numberOf(tokens[at])?.digits),
  );
}

/** The number of each item, counted from the first of its list; null for what is none. */
function countedNumbers(tokens: readonly Token[]): readonly (number | null)[] {
  const lists = new Map<number, number>();
  return tokens.map((token) => {
    const item = numberOf(token);
    const depth = item?.indent.length ?? /^[ \t]*/.exec(token.text)?.[0].length ?? 0;
    for (const other of lists.keys()) if (other > depth) lists.delete(other);
    if (item === null) {
      lists.delete(depth);
      return null;
    }
    const last = lists.get(depth);
    const number = last === undefined ? Number(item.digits) : last + 1;
    lists.set(depth, number);
    return number;
  });
}

function numberOf(token: Token | undefined): { readonly indent: string; readonly digits: string } | null {
  const found = token?.kind === 'item' ? NUMBERED.exec(token.text) : null;
  const [, indent = '', digits = ''] = found ?? [];
  return digits === '' ? null : { indent, digits };
}

function withNumber({ text }: Token, number: number | null): string {
  return number === null ? text : text.replace(NUMBERED, `$1${number}$3`);
}
