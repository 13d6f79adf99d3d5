import type { ObjectStore } from '#content/git/objects/objects.ts';
import type { Advertised } from './advertisement.ts';
import type { HttpOptions } from './http-exchange.ts';

/** How far a fetch or a push is: bytes received or sent, objects checked, of how many where that is known. */
export interface RemoteProgress {
  readonly step: 'receive' | 'check' | 'send';
  readonly done: number;
  readonly total?: number;
}

export interface TransportOptions {
  readonly gitDir: string;
  readonly objects: ObjectStore;
  readonly http: HttpOptions;
  readonly maxBytes: number;
  readonly onProgress: (progress: RemoteProgress) => void;
}

interface Wanted {
  /** Refs of the other side, full name → commit. */
  readonly refs: ReadonlyMap<string, string>;
  /** Commits of ours that are whole. */
  readonly known: readonly string[];
}

export interface RefUpdate {
  /** Full name of a ref of the other side. */
  readonly ref: string;
  /** Where it is there; null when it is to be created. */
  readonly from: string | null;
  /** Null when it is to be removed. */
  readonly to: string | null;
}

/**
 * What moves objects between two repositories: the git program (git-transport.ts), or isomorphic-git where there is none
 * (library-transport.ts). Both see of the other side what they are given, and nothing of it beside.
 */
export interface Transport {
  /**
   * Brings these commits and all they need here, checked and on disk when this returns; no ref of ours moves. Throws
   * ContentError 'remote', and keeps nothing then.
   */
  fetch(options: TransportOptions, there: Advertised, wanted: Wanted): Promise<void>;
  /**
   * Has the other side move one ref of its own from where it is said to be, or not at all: ContentError 'remote', 'behind' then,
   * and 'rejected' when its rules forbid it. When the answer is lost ('offline') nobody knows: the next look tells.
   */
  push(options: TransportOptions, there: Advertised, update: RefUpdate): Promise<void>;
}

/** Refusals that mean: somebody else was first (builtin/receive-pack.c, refs.c). */
const BEHIND =
  /fetch first|non-fast-forward|stale info|lock|already exists|failed to update ref|incorrect old/i;

/** Whether the other side refused a push because somebody else was first, or because of its rules. */
export function refusalFault(reason: string): 'behind' | 'rejected' {
  return BEHIND.test(reason) ? 'behind' : 'rejected';
}

/** Those commits that are here. */
export async function commitsHere(objects: ObjectStore, ids: Iterable<string>): Promise<readonly string[]> {
  const here: string[] = [];
  for (const id of new Set(ids)) if ((await objects.sizeOf(id))?.type === 'commit') here.push(id);
  return here;
}
