import type { BigIntStats } from 'node:fs';

/** What git's index remembers of a file on disk, to tell cheaply that it has not changed. All are 32-bit numbers. */
export interface FileStamp {
  readonly ctimeSeconds: number;
  readonly ctimeNanoseconds: number;
  readonly mtimeSeconds: number;
  readonly mtimeNanoseconds: number;
  readonly device: number;
  readonly inode: number;
  readonly uid: number;
  readonly gid: number;
  readonly size: number;
}

/** An entry of git's index (gitformat-index(5)). */
export interface IndexEntry {
  /** Bytes that are not UTF-8 stand as in the names of trees (tree.ts). */
  readonly path: string;
  readonly id: string;
  /** 0o100644, 0o100755, 0o120000 (symlink) or 0o160000 (submodule). */
  readonly mode: number;
  /** 0, or 1 to 3 for the sides of a merge that is not settled. */
  readonly stage: number;
  readonly stamp: FileStamp;
  readonly isAssumedUnchanged: boolean;
  /** The file is not in the work tree, and that is as it should be (skip-worktree). */
  readonly isSkipped: boolean;
  /** `git add -N`: the path is announced, its content is not. */
  readonly isIntended: boolean;
}

/** Of a file that must be read before anything is said of it. */
export const NO_STAMP: FileStamp = {
  ...{ ctimeSeconds: 0, ctimeNanoseconds: 0, mtimeSeconds: 0, mtimeNanoseconds: 0 },
  ...{ device: 0, inode: 0, uid: 0, gid: 0, size: 0 },
};

const SECOND = 1_000_000_000n;

/** The stamp of a file as it is on disk, as git makes it on this system. */
export function stampOf(stats: BigIntStats, platform: NodeJS.Platform = process.platform): FileStamp {
  const isWindows = platform === 'win32';
  // Git for Windows takes the moment of creation for ctime, and knows neither inodes nor owners.
  const ctime = isWindows ? stats.birthtimeNs : stats.ctimeNs;
  return {
    ctimeSeconds: low32(ctime / SECOND),
    ctimeNanoseconds: Number(ctime % SECOND),
    mtimeSeconds: low32(stats.mtimeNs / SECOND),
    mtimeNanoseconds: Number(stats.mtimeNs % SECOND),
    device: isWindows ? 0 : low32(stats.dev),
    inode: isWindows ? 0 : low32(stats.ino),
    uid: isWindows ? 0 : low32(stats.uid),
    gid: isWindows ? 0 : low32(stats.gid),
    size: low32(stats.size),
  };
}

/** Whether two stamps are of one file that nobody wrote to in between. */
export function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return (
    a.size === b.size &&
    a.mtimeSeconds === b.mtimeSeconds &&
    a.mtimeNanoseconds === b.mtimeNanoseconds &&
    a.ctimeSeconds === b.ctimeSeconds &&
    a.ctimeNanoseconds === b.ctimeNanoseconds &&
    a.inode === b.inode
  );
}

/** Clocks of file systems tick this slowly at worst, in nanoseconds. */
const TICK = 20_000_000n;

/**
 * Whether a file may have changed after its entry was made without its stamp showing it: it was written in the moment in
 * which the index was (git's "racy git").
 */
export function isRacy(stamp: FileStamp, indexWrittenNs: bigint): boolean {
  const written = BigInt(stamp.mtimeSeconds) * SECOND + BigInt(stamp.mtimeNanoseconds);
  return written >= indexWrittenNs - TICK;
}

function low32(value: bigint): number {
  return Number(BigInt.asUintN(32, value));
}
