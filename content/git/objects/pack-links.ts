import { createIdMap } from './id-map.ts';
import type { ObjectType } from './object-id.ts';

const TYPES: readonly ObjectType[] = ['commit', 'tree', 'blob', 'tag'];
const numberOf = (type: ObjectType): number => TYPES.indexOf(type) + 1;

/** What the objects of a pack need, noted while they are read. */
export interface PackLinks {
  has(id: string, type: ObjectType): void;
  needs(bytes: Buffer, at: number, type: ObjectType): void;
  /** What its objects need and the pack does not hold, id → type; null when one thing would have to be of two types. */
  lacking(): ReadonlyMap<string, ObjectType> | null;
}

/** Nothing noted yet. */
export function createPackLinks(): PackLinks {
  const present = createIdMap();
  const needed = createIdMap();
  let isContradictory = false;

  function note(map: ReturnType<typeof createIdMap>, bytes: Buffer, at: number, type: ObjectType): void {
    const known = map.put(bytes, at, numberOf(type));
    if (known !== 0 && known !== numberOf(type)) isContradictory = true;
  }

  return {
    has: (id, type) => note(present, Buffer.from(id, 'hex'), 0, type),
    needs: (bytes, at, type) => note(needed, bytes, at, type),
    lacking() {
      const lacking = new Map<string, ObjectType>();
      const isSound = needed.every((bytes, at, number) => {
        const held = present.get(bytes, at);
        if (held === 0) lacking.set(bytes.toString('hex', at, at + 20), TYPES[number - 1] ?? 'blob');
        return held === 0 || held === number;
      });
      return isSound && !isContradictory ? lacking : null;
    },
  };
}
