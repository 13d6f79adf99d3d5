import { createHash } from 'node:crypto';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { isAncestor } from '#content/git/paint-history.ts';
import { hasCode } from '#content/model/errors.ts';
import { type Advertised, BRANCHES, branchesOf, type Service } from './advertisement.ts';
import { gitTransport, hasGitTransport } from './git-transport.ts';
import { type AskCredentials, isAllowedRemote, remoteError } from './http-exchange.ts';
import { libraryTransport } from './library-transport.ts';
import { readAdvertisement } from './look.ts';
import type { RefUpdate, RemoteProgress, Transport } from './transport.ts';

export type { RemoteProgress } from './transport.ts';

export interface RemoteOptions {
  /** https, or http to this machine; a name and a password in it are refused. */
  readonly url: string;
  readonly branch: string;
  readonly gitDir: string;
  readonly objects: ObjectStore;
  readonly credentials: AskCredentials;
  /** Without a byte for this long, in milliseconds, the other side counts as gone. */
  readonly idleMs?: number;
  /** More than this is not taken. */
  readonly maxBytes?: number;
  readonly onProgress?: (progress: RemoteProgress) => void;
  /** What moves the objects: the git program where there is one that can, unless this says otherwise. */
  readonly transport?: Transport;
}

interface RemoteBranch {
  /** Null in a repository without any branch. */
  readonly tip: string | null;
}

export interface RemoteBranches extends RemoteBranch {
  /** The work branch: null where there is none; {@link UNREADABLE} where it could not be brought here whole. */
  readonly work: string | null;
}

/** What a work branch is that is there, and could not be brought here whole. */
export const UNREADABLE = 'unreadable';

interface BranchMove {
  /** The branch that is followed when absent. */
  readonly branch?: string;
  readonly from: string | null;
  readonly to: string;
  /** Called before the first byte that the other side may act upon. */
  readonly onSending?: () => void;
}

/** A repository somewhere else that branches are exchanged with, over smart HTTP. */
export interface Remote {
  /** Stands for its address: the same for the same one, and fit for a name. */
  readonly id: string;
  /**
   * Where the branch is there; that commit and all it needs are here then, checked and on disk. No ref moves. `known` are
   * commits of ours that are whole.
   */
  fetch(known: readonly string[]): Promise<RemoteBranch>;
  /** The same, with the work branch that is there. One that cannot be had keeps nothing else from arriving. */
  fetchBoth(known: readonly string[], workBranch: string): Promise<RemoteBranches>;
  /** Moves a branch there from `from` (null: creates it) to a commit of ours, fast-forward only; else 'behind'. */
  push(move: BranchMove): Promise<void>;
}

/** As much as a pack may be with an index of 31-bit offsets, which is what we write. */
const MAX_BYTES = 2 ** 31 - 1;
const NEEDED: Readonly<Record<Service, readonly string[]>> = {
  'git-upload-pack': ['side-band-64k'],
  'git-receive-pack': ['side-band-64k', 'report-status'],
};

/**
 * The remote at an address. Every failure is a ContentError 'remote' with its fault, and none of them, nor anything on disk,
 * in an address, in an argument or in the environment of a program, holds the credentials.
 */
export function createRemote(options: RemoteOptions, signal?: AbortSignal): Remote {
  const url = remoteAddress(options.url);
  const { credentials, idleMs, maxBytes = MAX_BYTES, onProgress = () => undefined } = options;
  const http = {
    credentials,
    ...(idleMs === undefined ? {} : { idleMs }),
    ...(signal === undefined ? {} : { signal }),
  };
  const moving = { gitDir: options.gitDir, objects: options.objects, http, maxBytes, onProgress };
  let chosen = options.transport ?? null;

  async function transport(): Promise<Transport> {
    chosen ??= (await hasGitTransport()) ? gitTransport : libraryTransport;
    return chosen;
  }

  async function look(what: Service): Promise<Advertised> {
    const there = await readAdvertisement(http, { url, what });
    if (NEEDED[what].every((name) => there.capabilities.has(name) || there.refs.size === 0)) return there;
    throw remoteError('not-a-repository');
  }

  async function bring(
    there: Advertised,
    refs: ReadonlyMap<string, string>,
    known: readonly string[],
  ): Promise<void> {
    const missing = new Map([...refs].filter(([, commit]) => !known.includes(commit)));
    if (missing.size > 0) await (await transport()).fetch(moving, there, { refs: missing, known });
  }

  async function bringBranches(
    there: Advertised,
    known: readonly string[],
    branches: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const all = branchesOf(there);
    const asked = branches.map((name) => BRANCHES + name);
    const found = new Map([...all].filter(([name]) => asked.includes(name)));
    if (found.size < all.size && !all.has(BRANCHES + options.branch)) throw remoteError('no-branch');
    await bring(there, found, known);
    return new Map([...found].map(([name, commit]) => [name.slice(BRANCHES.length), commit]));
  }

  async function bringBranch(there: Advertised, known: readonly string[]): Promise<RemoteBranch> {
    return { tip: (await bringBranches(there, known, [options.branch])).get(options.branch) ?? null };
  }

  /** No force push, ever (SECURITY.md). */
  async function pushForward(there: Advertised, update: RefUpdate, onSending?: () => void): Promise<void> {
    const { ref, from, to } = update;
    const now = there.refs.get(ref) ?? null;
    if (now === to) return;
    if (now !== from) throw remoteError('behind');
    if (from !== null && to !== null && !(await isAncestor(options.objects, from, to)))
      throw remoteError('behind');
    const moves = await transport();
    onSending?.();
    await moves.push(moving, there, update);
  }

  return {
    id: createHash('sha256').update(url.href.replace(/\/+$/, '')).digest('hex').slice(0, 12),
    fetch: async (known) => bringBranch(await look('git-upload-pack'), known),
    async fetchBoth(known, workBranch) {
      const there = await look('git-upload-pack');
      try {
        const found = await bringBranches(there, known, [options.branch, workBranch]);
        return { tip: found.get(options.branch) ?? null, work: found.get(workBranch) ?? null };
      } catch (error) {
        if (!isOfOneBranch(error) || !there.refs.has(BRANCHES + workBranch)) throw error;
        return { ...(await bringBranch(there, known)), work: UNREADABLE };
      }
    },
    async push({ branch = options.branch, from, to, onSending }) {
      const update = { ref: BRANCHES + branch, from, to };
      await pushForward(await look('git-receive-pack'), update, onSending);
    },
  };
}

/** Whether what went wrong may be of one branch, and say nothing of the other. */
function isOfOneBranch(error: unknown): boolean {
  if (hasCode(error, 'corrupt')) return true;
  return hasCode(error, 'remote') && ['corrupt', 'too-large', 'not-a-repository'].includes(error.data.fault);
}

function remoteAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !isAllowedRemote(url) || url.username !== '' || url.password !== '')
    throw new TypeError('not an address a remote may have');
  return url;
}
