import { createObjectStore, type ObjectStore } from '../objects/objects.ts';

/** Deltas are read from their newest end, history is walked from its oldest: what lies between is needed again soon. */
const KEPT_BYTES = 96 * 1024 * 1024;

/** Runs `work` with an object store of its own for a walk through all of a history. */
export async function withWalkingStore<Value>(
  at: { readonly gitDir: string; readonly objectsFolder?: string },
  work: (objects: ObjectStore) => Promise<Value>,
): Promise<Value> {
  const { gitDir, objectsFolder } = at;
  const objects = createObjectStore({
    ...{ gitDir, deltaBaseBytes: KEPT_BYTES },
    ...(objectsFolder === undefined ? {} : { objectsFolder }),
  });
  try {
    return await work(objects);
  } finally {
    objects.close();
  }
}
