/**
 * A stretch of a body in three versions: agreed upon, or changed on both sides in ways that do not go together. The
 * texts of all parts, one version for each disputed part, make a whole body.
 */
export type BodyPart =
  | { readonly kind: 'agreed'; readonly text: string }
  | { readonly kind: 'disputed'; readonly base: string; readonly theirs: string; readonly yours: string };

/** The value of whichever side moved it away from `base`; null when both did, each to another. */
export function pickChanged<Value>(
  base: Value,
  ours: Value,
  theirs: Value,
): { readonly value: Value } | null {
  if (ours === base || ours === theirs) return { value: theirs };
  return theirs === base ? { value: ours } : null;
}
