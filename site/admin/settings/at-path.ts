import type { FieldPath } from './site-fields.ts';

/** The value at a place of a tree of maps and lists; undefined where there is none. */
function valueAt(tree: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>((node, key) => (isTree(node) ? node[key] : undefined), tree);
}

/** The text at a place, '' when there is none. */
export function textAt(tree: unknown, path: FieldPath): string {
  const value = valueAt(tree, path);
  return typeof value === 'string' ? value : '';
}

/** The list at a place, empty when there is none. */
export function listAt(tree: unknown, path: FieldPath): readonly unknown[] {
  const value = valueAt(tree, path);
  return Array.isArray(value) ? value : [];
}

/** A copy of the tree with another value at a place; what is beside the way there is shared. */
export function withValueAt(tree: unknown, path: FieldPath, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(tree))
    return tree.map((item: unknown, index) => (index === key ? withValueAt(item, rest, value) : item));
  const map = isTree(tree) ? tree : {};
  return { ...map, [key]: withValueAt(map[key], rest, value) };
}

function isTree(node: unknown): node is Readonly<Record<string | number, unknown>> {
  return typeof node === 'object' && node !== null;
}
