import { createHash } from 'node:crypto';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { isAncestor } from '#content/git/paint-history.ts';
import { hasCode } from '#content/model/errors.ts';
import { type Advertised, BRANCHES, readAdvertisement } from './advertisement.ts';
import { gitTransport, hasGitTransport } from './git-transport.ts';
import { type HttpOptions, isAllowedRemote, remoteError } from './http-exchange.ts';
import { libraryTransport } from './library-transport.ts';
import type { RemoteProgress, Transport } from './transport.ts';

export type { RemoteProgress } from './transport.ts';

export interface RemoteOptions extends Pick<HttpOptions, 'credentials' | 'onTime'> {
  /** https, or http to this machine; a name and a password in it are refused. */
  readonly url: string;
  readonly branch: string;
  readonly gitDir: string;
  readonly objects: ObjectStore;
  /** Without a byte for this long, in milliseconds, the other side counts as gone. */
  readonly idleMs?: number;
  /** More than this is not taken. */
  readonly maxBytes?: number;
  /** More than this is pushed in several pieces, in bytes. */
  readonly mostPushed?: number;
  readonly onProgress?: (progress: RemoteProgress) => void;
  /** What moves the objects: the git program where there is one that can, unless this says otherwise. */
  readonly transport?: Transport;
}

export interface RemoteBranches {
  /** Null in a repository without any branch. */
  readonly tip: string | null;
  /** The work branch: null where there is none; {@link UNREADABLE} where it could not be brought here whole. */
  readonly work: string | null;
}

/** What a work branch is that is there, and could not be brought here whole. */
export const UNREADABLE = 'unreadable';

interface BranchMove {
  readonly branch: string;
  readonly from: string | null;
  readonly to: string;
}

/** A repository somewhere else that branches are exchanged with, over smart HTTP. */
export interface Remote {
  /** Stands for its address: the same for the same one, and fit for a name. */
  readonly id: string;
  /**
   * Where the branch is there, and the work branch if one is asked for; these commits and all they need are here then, checked and
   * on disk. No ref moves. A work branch that cannot be had keeps nothing else from arriving. `known` are commits of ours that are
   * whole.
   */
  fetch(known: readonly string[], workBranch?: string): Promise<RemoteBranches>;
  /** Moves a branch there from `from` (null: creates it) to a commit of ours, fast-forward only; else 'behind'. */
  push(move: BranchMove): Promise<void>;
}

/** More than any blog: whoever sends on and on is not listened to until the disk is full. */
const MAX_BYTES = 64 * 1024 ** 3;
/** What is cut off is sent anew: a piece takes minutes, not hours. The site's own door takes 1 GB. */
const MOST_PUSHED = 128 * 1024 ** 2;

/**
 * The remote at an address. Every failure is a ContentError 'remote' with its fault, and none of them, nor anything on disk,
 * in an address, in an argument or in the environment of a program, holds the credentials.
 */
export function createRemote(options: RemoteOptions, signal?: AbortSignal): Remote {
  const url = remoteAddress(options.url);
  const { branch, gitDir, objects, credentials, idleMs, onTime } = options;
  const { maxBytes = MAX_BYTES, mostPushed = MOST_PUSHED, onProgress = () => undefined } = options;
  const http = { credentials, idleMs, signal, onTime };
  const moving = { gitDir, objects, http, maxBytes, mostPushed, onProgress };

  async function transport(): Promise<Transport> {
    return options.transport ?? ((await hasGitTransport()) ? gitTransport : libraryTransport);
  }

  /** Where branches are there, whose commits are here then. */
  async function bring(
    there: Advertised,
    known: readonly string[],
    branches: readonly string[],
  ): Promise<readonly (string | null)[]> {
    const names = branches.map((name) => BRANCHES + name);
    const missing = new Map(
      [...there.refs].filter(([name, id]) => names.includes(name) && !known.includes(id)),
    );
    if (missing.size > 0) await (await transport()).fetch(moving, there, { refs: missing, known });
    return names.map((name) => there.refs.get(name) ?? null);
  }

  return {
    id: createHash('sha256').update(url.href.replace(/\/+$/, '')).digest('hex').slice(0, 12),

    async fetch(known, workBranch) {
      const there = await readAdvertisement(http, url, 'git-upload-pack');
      const names = [...there.refs.keys()].filter((name) => name.startsWith(BRANCHES));
      const branches = names.map((name) => name.slice(BRANCHES.length));
      const isThere = workBranch !== undefined && branches.includes(workBranch);
      const asked = isThere ? [branch, workBranch] : [branch];
      const others = branches.filter((name) => name !== workBranch);
      if (others.length > 0 && !others.includes(branch)) throw remoteError('no-branch');
      try {
        const [tip = null, work = null] = await bring(there, known, asked);
        return { tip, work };
      } catch (error) {
        if (asked.length === 1 || !isOfOneBranch(error)) throw error;
        const [tip = null] = await bring(there, known, [branch]);
        return { tip, work: UNREADABLE };
      }
    },

    /** No force push, ever (SECURITY.md). */
    async push({ branch: name, from, to }) {
      const there = await readAdvertisement(http, url, 'git-receive-pack');
      const ref = BRANCHES + name;
      const now = there.refs.get(ref) ?? null;
      if (now === to) return;
      if (now !== from) throw remoteError('behind');
      if (from !== null && !(await isAncestor(objects, from, to))) throw remoteError('behind');
      // Git has no branch beside others that its name is the beginning of: it would say that it could not move it.
      const isTaken = (other: string): boolean => other.startsWith(`${ref}/`) || ref.startsWith(`${other}/`);
      if ([...there.refs.keys()].some(isTaken)) throw remoteError('rejected');
      const { push } = await transport();
      await push(moving, there, { ref, from, to });
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
