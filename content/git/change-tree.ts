import type { FileChange } from '#content/model/change-set.ts';
import { ContentError } from '#content/model/errors.ts';
import { objectId } from './objects/object-id.ts';
import { repositoryPathParts } from './repository-path.ts';

/** What a change set does at one name of a folder: to the file of that name, and to what is below it. */
export interface ChangeNode {
  readonly path: string;
  /** Blob id of the file to write, null to remove it, undefined to leave it. */
  readonly file: string | null | undefined;
  /** The mode of the file to write; undefined to leave it. */
  readonly mode: string | undefined;
  readonly children: ReadonlyMap<string, ChangeNode>;
}

interface Step {
  readonly parts: readonly string[];
  readonly change: FileChange;
}

/**
 * Arranges changes by folder. Throws ContentError 'invalid' for a path that must never be in a tree, the same path
 * twice, and a file written where another one needs a folder.
 */
export function arrangeChanges(changes: readonly FileChange[]): ChangeNode {
  const steps = changes.map((change) => ({ parts: repositoryPathParts(change.path), change }));
  return arrange('', steps);
}

/** Whether anything is written at this node or below: a removal of what is not there needs no folder. */
export function writesAnything(node: ChangeNode): boolean {
  return typeof node.file === 'string' || [...node.children.values()].some(writesAnything);
}

function arrange(path: string, steps: readonly Step[]): ChangeNode {
  const [here, ...again] = steps.filter(({ parts }) => parts.length === 0);
  if (again.length > 0) throw refused(path, 'ce chemin est donné deux fois');
  const below = groupByFirst(steps.filter(({ parts }) => parts.length > 0));
  const children = new Map(
    [...below].map(([name, some]) => [name, arrange(path === '' ? name : `${path}/${name}`, some)] as const),
  );
  const file = here === undefined ? undefined : blobIdOf(here.change);
  const node = { path, file, mode: here?.change.mode, children };
  if (typeof node.file === 'string' && [...children.values()].some(writesAnything)) {
    throw refused(path, 'ce nom est à la fois un fichier et un dossier');
  }
  return node;
}

function groupByFirst(steps: readonly Step[]): ReadonlyMap<string, readonly Step[]> {
  const groups = new Map<string, Step[]>();
  for (const { parts, change } of steps) {
    const [name = '', ...rest] = parts;
    const group = groups.get(name) ?? [];
    groups.set(name, group);
    group.push({ parts: rest, change });
  }
  return groups;
}

function blobIdOf(change: FileChange): string | null {
  return change.bytes === null ? null : objectId('blob', change.bytes);
}

function refused(path: string, reason: string): ContentError<'invalid'> {
  return new ContentError('invalid', { path, reason });
}
