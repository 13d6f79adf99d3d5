import type { OutsideFile, WorkTreeStatus } from '#content/folder/status.ts';

/**
 * Tells which of the files that other programs changed have been as they are for so many milliseconds; those added or deleted
 * wait for each other: a move is both.
 */
export function createStillness(stillForMs: number) {
  let seen: ReadonlyMap<string, { readonly mark: string; readonly since: number }> = new Map();

  return (
    status: Pick<WorkTreeStatus, 'changed'>,
    candidates: readonly OutsideFile[],
  ): ReadonlySet<string> => {
    const now = performance.now();
    seen = new Map(
      candidates.map(({ path, mark }) => {
        const before = seen.get(path);
        return [path, before?.mark === mark ? before : { mark, since: now }];
      }),
    );
    const isStill = ({ path }: OutsideFile): boolean => now - (seen.get(path)?.since ?? now) >= stillForMs;
    const comings = candidates.filter((file) => !status.changed.includes(file));
    const areStill = comings.every(isStill);
    return new Set(
      candidates
        .filter((file) => isStill(file) && (areStill || !comings.includes(file)))
        .map(({ path }) => path),
    );
  };
}
