import { createHash } from 'node:crypto';
import { hasCode } from '../model/errors.ts';
import type { runGit } from './git-program.ts';
import type { ObjectStore } from './objects/objects.ts';
import { type Advertised, readAdvertisement, type Service } from './remote/advertised-refs.ts';
import { fetchCommit } from './remote/fetch-objects.ts';
import { type AskCredentials, isAllowedRemote, remoteError } from './remote/http-exchange.ts';
import { isAncestor } from './remote/paint-history.ts';
import { pushCommit } from './remote/push-commit.ts';

/** How far a fetch or a push is: bytes received or to be sent, objects checked, of how many where that is known. */
export interface RemoteProgress {
  readonly step: 'receive' | 'check' | 'send';
  readonly done: number;
  readonly total?: number;
}

export interface RemoteOptions {
  /** https, or http to this machine; a name and a password in it are refused. */
  readonly url: string;
  readonly branch: string;
  readonly gitDir: string;
  readonly objects: ObjectStore;
  readonly credentials: AskCredentials;
  /** Without a byte for this long, in milliseconds, the other side counts as gone. */
  readonly idleMs?: number;
  readonly maxBytes?: number;
  readonly onProgress?: (progress: RemoteProgress) => void;
  /** How the git program is run, where there is one: it checks and packs faster than we do. */
  readonly git?: typeof runGit;
}

interface RemoteBranch {
  /** Null in a repository without any branch. */
  readonly tip: string | null;
}

export interface RemoteBranches extends RemoteBranch {
  /** The work branch: null where there is none; 'unreadable' where it is there and could not be brought here whole. */
  readonly work: string | null;
}

/** What a work branch is that is there, and could not be brought here whole. */
export const UNREADABLE = 'unreadable';

interface BranchMove {
  readonly branch: string;
  readonly from: string | null;
  readonly to: string;
  /** Called before the first byte that the other side may act upon. */
  readonly onSending?: () => void;
}

/** A repository somewhere else that a branch is exchanged with, over smart HTTP. */
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

/**
 * The remote at an address. Every failure is a ContentError 'remote' with its fault, and none of them, nor anything on disk
 * or in an address, holds the credentials.
 */
export function createRemote(options: RemoteOptions, signal?: AbortSignal): Remote {
  const url = remoteAddress(options.url);
  const ref = `refs/heads/${options.branch}`;
  const { credentials, idleMs } = options;
  const stop = signal === undefined ? {} : { signal };
  const http = { credentials, ...(idleMs === undefined ? {} : { idleMs }), ...stop };
  const advertised = (service: Service): Promise<Advertised> => readAdvertisement(http, { url, service });

  async function fetchTip(there: Advertised, known: readonly string[]): Promise<RemoteBranch> {
    const tip = there.refs.get(ref);
    if (tip !== undefined) {
      await fetchCommit({ ...options, ...stop, http, known }, there, tip);
      return { tip };
    }
    if ([...there.refs.keys()].some((name) => name.startsWith('refs/heads/'))) throw remoteError('no-branch');
    return { tip: null };
  }

  return {
    id: createHash('sha256').update(url.href.replace(/\/+$/, '')).digest('hex').slice(0, 12),
    fetch: async (known) => fetchTip(await advertised('git-upload-pack'), known),
    async fetchBoth(known, workBranch) {
      const there = await advertised('git-upload-pack');
      const { tip } = await fetchTip(there, known);
      const work = there.refs.get(`refs/heads/${workBranch}`) ?? null;
      if (work === null) return { tip, work };
      const all = tip === null ? known : [...known, tip];
      try {
        await fetchCommit({ ...options, ...stop, http, known: all }, there, work);
        return { tip, work };
      } catch (error) {
        if (!isOfThisBranch(error)) throw error;
        return { tip, work: UNREADABLE };
      }
    },
    async push({ branch, from, to, onSending }) {
      const there = await advertised('git-receive-pack');
      const ref = `refs/heads/${branch}`;
      const now = there.refs.get(ref) ?? null;
      if (now === to) return;
      if (now !== from) throw remoteError('behind');
      // No force push, ever (SECURITY.md).
      if (from !== null && !(await isAncestor(options.objects, from, to))) throw remoteError('behind');
      onSending?.();
      await pushCommit({ ...options, ...stop, http }, there, { ref, from, to });
    },
  };
}

/** Whether what went wrong says nothing of the other branch. */
function isOfThisBranch(error: unknown): boolean {
  if (hasCode(error, 'corrupt')) return true;
  return hasCode(error, 'remote') && ['corrupt', 'too-large', 'not-a-repository'].includes(error.data.fault);
}

function remoteAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !isAllowedRemote(url) || url.username !== '' || url.password !== '')
    throw new TypeError('not an address a remote may have');
  return url;
}
