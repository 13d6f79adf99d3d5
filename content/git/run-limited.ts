/**
 * Runs `task` on every item, at most `limit` at once. When one fails, no further one starts, those under way are
 * waited for, and then the first failure is thrown: nothing goes on behind the caller's back.
 */
export async function runLimited<Item>(
  items: readonly Item[],
  limit: number,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const pending = items.values();
  const failures: unknown[] = [];
  const work = async (): Promise<void> => {
    for (const item of pending) {
      if (failures.length > 0) return;
      await task(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  if (failures.length > 0) throw failures[0];
}
