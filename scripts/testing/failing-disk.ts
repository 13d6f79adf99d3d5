import fs, { type PathLike, readdirSync, renameSync } from 'node:fs';
import fsPromises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join, sep } from 'node:path';
import { processIdentity } from '#content/git/processes.ts';

/** How long the disk below a folder still takes changes. */
interface Fuse {
  readonly folder: string;
  left: number;
  isBurnt: boolean;
}

type Callable = (...args: never[]) => unknown;
type Functions = Record<string, Callable>;

/** Functions of `node:fs/promises` that change what is on disk, with how many of their arguments are paths. */
const CHANGING: Readonly<Record<string, number>> = {
  appendFile: 1,
  chmod: 1,
  copyFile: 2,
  cp: 2,
  link: 2,
  mkdir: 1,
  rename: 2,
  rm: 1,
  rmdir: 1,
  symlink: 2,
  truncate: 1,
  unlink: 1,
  utimes: 1,
  writeFile: 1,
};
const OF_HANDLES = ['appendFile', 'datasync', 'sync', 'truncate', 'write', 'writeFile', 'writev'] as const;

/**
 * A disk that refuses every change below a folder from a chosen one on, the last file half written: what a process that ended
 * there would have left. Node's own functions are replaced, in this process, until `restore`.
 */
export function createFailingDisk() {
  const fuses: Fuse[] = [];
  const handles = new WeakMap<FileHandle, Fuse>();
  const undo: (() => void)[] = [];

  function fuseOf(path: unknown): Fuse | undefined {
    if (fuses.length === 0 || (typeof path !== 'string' && !Buffer.isBuffer(path))) return undefined;
    const text = String(path);
    return fuses.find(({ folder }) => text === folder || text.startsWith(folder + sep));
  }

  /** Throws when the disk takes nothing any more. */
  function burn(fuse: Fuse | undefined): void {
    if (fuse === undefined) return;
    fuse.left -= 1;
    if (fuse.left >= 0) return;
    fuse.isBurnt = true;
    throw Object.assign(new Error('EIO: the disk has ended'), { code: 'EIO' });
  }

  function replace(owner: object, name: string, make: (original: Callable) => Callable): void {
    const functions = owner as Functions; // a module's own object, or what handles share
    const original = functions[name];
    if (original === undefined) return;
    functions[name] = make(original);
    undo.push(() => void (functions[name] = original));
  }

  function replaceFunctions(): void {
    for (const [name, paths] of Object.entries(CHANGING)) {
      replace(fsPromises, name, (original) => async (...args) => {
        for (const path of args.slice(0, paths)) burn(fuseOf(path));
        return await original(...args);
      });
      replace(fs, `${name}Sync`, (original) => (...args) => {
        for (const path of args.slice(0, paths)) burn(fuseOf(path));
        return original(...args);
      });
    }
    replace(fsPromises, 'open', (original) => async (...args) => {
      const [path, flags] = args as unknown as [PathLike, (string | number)?];
      const fuse = fuseOf(path);
      if (flags !== undefined && flags !== 'r' && flags !== fs.constants.O_RDONLY) burn(fuse);
      const handle = (await original(...args)) as FileHandle; // node:fs/promises, open
      if (fuse !== undefined) handles.set(handle, fuse);
      return handle;
    });
  }

  async function replaceHandles(): Promise<void> {
    const handle = await fsPromises.open(dirname(process.execPath), 'r');
    const shared = Object.getPrototypeOf(handle) as object; // what all handles share
    await handle.close();
    for (const name of OF_HANDLES)
      replace(
        shared,
        name,
        (original) =>
          async function changing(this: FileHandle, ...args: never[]): Promise<unknown> {
            try {
              burn(handles.get(this));
            } catch (error) {
              const [bytes] = args as readonly unknown[];
              // Once, for the call that finds it burnt: half of what was to be written is there.
              if (name === 'writeFile' && handles.get(this)?.left === -1 && bytes instanceof Uint8Array)
                await original.call(this, bytes.subarray(0, bytes.length >> 1) as never);
              throw error;
            }
            return original.apply(this, args);
          },
      );
  }

  return {
    /** Begins; to be called once. */
    async install(): Promise<void> {
      replaceFunctions();
      await replaceHandles();
      syncBuiltinESMExports();
    },
    /** The disk below `folder` takes so many changes more. */
    endAfter(folder: string, changes: number): void {
      fuses.push({ folder, left: changes, isBurnt: false });
    },
    hasEnded: (folder: string): boolean => fuses.some((fuse) => fuse.folder === folder && fuse.isBurnt),
    isArmed: (folder: string): boolean => fuses.some((fuse) => fuse.folder === folder),
    /** The disk takes all again. */
    mend(folder: string): void {
      const at = fuses.findIndex((fuse) => fuse.folder === folder);
      if (at !== -1) fuses.splice(at, 1);
    },
    restore(): void {
      for (const back of undo.splice(0).reverse()) back();
      syncBuiltinESMExports();
    },
  };
}

export type FailingDisk = ReturnType<typeof createFailingDisk>;

/**
 * Renames what this process left below a folder as if another one had, that has ended: a lock of one's own counts as held for as
 * long as one runs (content/git/processes.ts).
 */
export function leaveAsDead(folder: string): void {
  const own = processIdentity();
  const dead = own.replace(/\.[0-9x]+$/, '.1');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((one) => basename(one).includes(own)))
    renameSync(join(folder, name), join(folder, name.replace(own, dead)));
}
