import { createObjectStore, type ObjectStore } from '#content/git/objects/objects.ts';
import { type Chosen, mergeTrees } from '../service/syncing/merge-trees.ts';
import type { Clash } from '../service/syncing/tree-sides.ts';
import { type ContentHistory, createContentHistory, type HistoryFile } from './content-history.ts';
import { postText } from './posts.ts';

type Files = Readonly<Record<string, HistoryFile>>;

interface MergedSides {
  readonly base: Files;
  readonly ours: Files;
  readonly theirs: Files;
}

/** Merges of trees that are made of files, in a repository of their own. Close it always. */
export interface TreeMerges {
  readonly history: ContentHistory;
  readonly objects: ObjectStore;
  /** What our tree becomes: the changed files as text, and the clashes by kind and path. */
  merge(
    sides: MergedSides,
    chosen?: ReadonlyMap<string, Chosen>,
  ): Promise<{
    readonly changes: Readonly<Record<string, string | null>>;
    readonly clashes: readonly string[];
    readonly all: readonly Clash[];
  }>;
  close(): void;
}

export function createTreeMerges(): TreeMerges {
  const history = createContentHistory();
  const objects = createObjectStore({ gitDir: history.path });
  return {
    history,
    objects,
    async merge({ base, ours, theirs }, chosen) {
      const root = history.commit(base);
      const commits = [root, history.commit(ours, [root]), history.commit(theirs, [root])];
      const trees = history.git(['rev-parse', ...commits.map((commit) => `${commit}^{tree}`)]).split('\n');
      const [baseTree = '', ourTree = '', theirTree = ''] = trees;
      const merged = await mergeTrees(objects, { base: baseTree, ours: ourTree, theirs: theirTree }, chosen);
      const changes = merged.changes.map(async (change) => {
        const bytes = 'blob' in change ? (await objects.read(change.blob)).bytes : change.bytes;
        return [change.path, bytes === null ? null : Buffer.from(bytes).toString()] as const;
      });
      return {
        changes: Object.fromEntries(await Promise.all(changes)),
        clashes: merged.clashes.map(({ kind, path }) => `${kind} ${path}`),
        all: merged.clashes,
      };
    },
    close() {
      objects.close();
      history.remove();
    },
  };
}

/** A post whose text is this body, with some lines of front matter. */
export function bodyOf(id: number, body: string, lines: readonly string[] = []): string {
  return `${postText(id, `Titre ${id}`, lines).replace(/Texte de .*\n$/, '')}${body}`;
}
