/** Items by a key, in their order; those whose key is null are left out. */
export function groupedBy<Item, Key extends string | number>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key | null,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const others = key === null ? undefined : groups.get(key);
    if (others !== undefined) others.push(item);
    else if (key !== null) groups.set(key, [item]);
  }
  return groups;
}
