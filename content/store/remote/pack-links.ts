import type { ObjectType } from '../objects/object-id.ts';
import { createIdMap } from './id-map.ts';

const NUMBER_OF: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 };

/** What the objects of a pack need, noted while they are read. */
export interface PackLinks {
  has(id: string, type: ObjectType): void;
  needs(bytes: Buffer, at: number, type: ObjectType): void;
  /** Whether all that its objects need is in the pack itself, each of the type it has to be, the commit `tip` too. */
  isClosedOver(tip: string): boolean;
}

/** Nothing noted yet. */
export function createPackLinks(): PackLinks {
  const present = createIdMap();
  const needed = createIdMap();
  let isContradictory = false;

  function note(map: ReturnType<typeof createIdMap>, bytes: Buffer, at: number, type: ObjectType): void {
    const known = map.put(bytes, at, NUMBER_OF[type]);
    if (known !== 0 && known !== NUMBER_OF[type]) isContradictory = true;
  }

  return {
    has: (id, type) => note(present, Buffer.from(id, 'hex'), 0, type),
    needs: (bytes, at, type) => note(needed, bytes, at, type),
    isClosedOver(tip) {
      if (isContradictory || present.get(Buffer.from(tip, 'hex'), 0) !== NUMBER_OF.commit) return false;
      return needed.every((bytes, at, type) => present.get(bytes, at) === type);
    },
  };
}
