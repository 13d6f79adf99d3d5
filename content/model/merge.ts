import * as z from 'zod';
import { addressOfPath } from './paths.ts';

/**
 * A stretch of a body in three versions: agreed upon, or changed on both sides in ways that do not go together. The
 * texts of all parts, one version for each disputed part, make a whole body.
 */
export const bodyPartSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('agreed'), text: z.string() }),
  z.object({ kind: z.literal('disputed'), base: z.string(), theirs: z.string(), yours: z.string() }),
]);
export type BodyPart = Readonly<z.output<typeof bodyPartSchema>>;

/** One thing in three versions: where both sides began, and what each made of it. */
export interface ThreeWay<Value, Base = Value> {
  readonly base: Base;
  readonly ours: Value;
  readonly theirs: Value;
}

/** The value of whichever side moved it away from `base`; null when both did, each to another. */
export function pickChanged<Value>(
  base: Value,
  ours: Value,
  theirs: Value,
): { readonly value: Value } | null {
  if (ours === base || ours === theirs) return { value: theirs };
  return theirs === base ? { value: ours } : null;
}

/**
 * Where a post’s file goes that two sides moved from `base` (null for none); null where each gave it another address. Of two
 * folders of one address that which one side chose, else ours.
 */
export function mergedPath(base: string | null, ours: string, theirs: string): string | null {
  const mine = addressOfPath(ours);
  const picked = pickChanged(base === null ? null : addressOfPath(base), mine, addressOfPath(theirs));
  if (picked === null) return null;
  if (addressOfPath(theirs) === mine) return pickChanged(base, ours, theirs)?.value ?? ours;
  return picked.value === mine ? ours : theirs;
}
