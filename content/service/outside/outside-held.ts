import path from 'node:path';
import * as z from 'zod';
import type { ObjectStore } from '../../store/objects/objects.ts';
import { createStateFile } from '../../store/state-file.ts';
import type { WorkTree } from '../../store/work-tree/work-tree.ts';
import type { PendingVersions } from '../waiting/pending.ts';
import type { TakenFile } from './outside-items.ts';

/** A file of the folder whose text waits as the pending version of a post. */
const heldFileSchema = z.object({
  /** Blob id of what is on disk; '' where the file went away, to another address. */
  id: z.string(),
  postId: z.string(),
});
type HeldFile = Readonly<z.output<typeof heldFileSchema>>;
/** By path. */
type HeldEntry = readonly [string, HeldFile];

interface HeldOptions {
  readonly gitDir: string;
  readonly objects: Pick<ObjectStore, 'tryRead' | 'write'>;
  readonly pending: Pick<PendingVersions, 'list'>;
  readonly workTree: Pick<WorkTree, 'read' | 'accept'>;
  /** Told in a French sentence that the list could not be read. */
  readonly say: (sentence: string) => void;
}

/**
 * Files whose text waits to be published: they stay in the folder as their author wrote them, though the branch has another
 * text. Once the pending version is gone, published or dropped, they follow the branch again. Kept beside git's own files; if
 * that list is lost, such a file is taken up once more, which changes nothing but where its text was edited since.
 */
export function createHeldFiles({ gitDir, objects, pending, workTree, say }: HeldOptions) {
  const kept = createStateFile<readonly HeldEntry[]>({
    file: path.join(gitDir, 'encrier', 'outside-held.json'),
    schema: z.array(z.tuple([z.string(), heldFileSchema])),
    none: [],
    without:
      'les fichiers du dossier dont le texte attend sont relus, et ce qui y fut retouché attend de nouveau',
    say,
  });
  const held = async (): Promise<ReadonlyMap<string, HeldFile>> => new Map(await kept.read());
  const drop = (paths: ReadonlySet<string>): Promise<void> =>
    kept.change((files) =>
      files.some(([at]) => paths.has(at)) ? files.filter(([at]) => !paths.has(at)) : files,
    );

  async function idOnDisk(at: string): Promise<string> {
    return (await workTree.read(at))?.id ?? '';
  }

  return {
    /** Lets the files go whose pending version is gone; one that was written to since stays known by what it was. */
    async release(): Promise<void> {
      const waiting = await pending.list();
      const gone = [...(await held())].filter(([, { postId }]) => !waiting.has(postId));
      const still: string[] = [];
      for (const [at, { id }] of gone) if ((await idOnDisk(at)) === id) still.push(at);
      if (still.length === 0) return;
      const all = await held();
      await workTree.accept(new Map(still.map((at) => [at, all.get(at)?.id ?? ''])));
      await drop(new Set(still));
    },

    /** Whether a file is as it was when its text was kept, and that still waits. */
    async isHeld(at: string): Promise<boolean> {
      const one = (await held()).get(at);
      return one !== undefined && (await pending.list()).has(one.postId) && (await idOnDisk(at)) === one.id;
    },

    /** The post whose text a file was when it was kept; null when it never was. */
    async postAt(at: string): Promise<string | null> {
      return (await held()).get(at)?.postId ?? null;
    },

    /** A changed file as it was when its text was kept: what it was edited from since; null when it never was. */
    async baseOf(at: string): Promise<Uint8Array | null> {
      const id = (await held()).get(at)?.id ?? '';
      const object = id === '' ? null : await objects.tryRead(id);
      return object?.type === 'blob' ? object.bytes : null;
    },

    /** The text of these files waits now. */
    async hold(files: readonly TakenFile[], postId: string): Promise<void> {
      await objects.write(
        files.flatMap(({ disk }) => (disk === null ? [] : [{ type: 'blob', bytes: disk.bytes }])),
      );
      const added = files.map(({ path: at, disk }) => [at, { id: disk?.id ?? '', postId }] as const);
      await kept.change((files) => [...new Map([...files, ...added])]);
    },

    /** These files are in the branch, or were given up. */
    forget: (files: readonly TakenFile[]): Promise<void> => drop(new Set(files.map(({ path: at }) => at))),
  };
}

export type HeldFiles = ReturnType<typeof createHeldFiles>;
