import { join } from 'node:path';
import type { Handlers } from '#content/contract/operation.ts';
import { publishedBranch } from '#content/folder/git-state.ts';
import { WORK_BRANCH } from '#content/git/refs/refs.ts';
import { ContentError, hasCode } from '#content/model/errors.ts';
import { findDefaultBranch } from '#content/remote/advertisement.ts';
import {
  readOrigin,
  readUsername,
  stopFollowingOrigin,
  writeOrigin,
  writeUsername,
} from '#content/remote/origin.ts';
import type { Machine, machineCalls, Spelling } from '#desktop/host/machine-calls.ts';
import { cloneFault } from './cloning.ts';
import type { CredentialStore } from './credentials.ts';
import { contentAddress } from './credentials.ts';
import type { SettingsFile } from './settings.ts';

interface MachineOptions {
  /** The folder that is open. Throws ContentError 'starting' while none is. */
  readonly folder: () => string;
  readonly settings: SettingsFile;
  readonly credentials: CredentialStore;
  readonly checkSpelling: (spelling: Spelling) => void;
  /** Lets go of the folder, makes a change while nothing is exchanged, and opens it again. */
  readonly reopen: (change: () => Promise<void>) => Promise<void>;
}

type Changed = Parameters<Handlers<typeof machineCalls, undefined>['changeRemote']>[0];

/** Answers « Cet ordinateur »: what is set on this machine alone. */
export function machineHandlers(options: MachineOptions): Handlers<typeof machineCalls, undefined> {
  const { folder, settings, credentials, checkSpelling, reopen } = options;
  const gitDir = () => join(folder(), '.git');

  async function remoteNow(): Promise<Machine['remote']> {
    const origin = await readOrigin(gitDir());
    if (origin === null) return null;
    const { url: address, isFollowed } = origin;
    const username = await readUsername(gitDir(), address);
    const keeping = isFollowed ? await credentials.stateOf(address) : 'missing';
    return { address, username, isFollowed, keeping };
  }

  return {
    async getMachine() {
      const isSafe = await credentials.isSafe();
      const { author, spelling } = settings.get();
      return { folder: folder(), author, spelling, isSafe, remote: await remoteNow() };
    },
    async changeAuthor(author) {
      await settings.change({ author });
    },
    async changeSpelling({ spelling }) {
      await settings.change({ spelling });
      checkSpelling(spelling);
    },
    async changeRemote(changed) {
      const url = contentAddress(changed.address);
      await tryAddress(url, changed);
      const before = await remoteNow();
      await credentials.keep(url, { username: changed.username, password: changed.password });
      const isOther = before?.address !== url;
      const followed = gitDir();
      await reopen(async () => {
        await writeOrigin(followed, { url, branch: await publishedBranch(followed, WORK_BRANCH) });
        await writeUsername(followed, { url, username: changed.username });
      });
      if (before?.isFollowed === true && isOther) await credentials.forget(before.address);
    },
    async stopFollowing() {
      const before = await remoteNow();
      const stopped = gitDir();
      await reopen(() => stopFollowingOrigin(stopped));
      if (before !== null && URL.canParse(before.address)) await credentials.forget(before.address);
    },
  };
}

/** Nothing is kept that the other side does not let in. Throws ContentError 'invalid' with the field it is about. */
async function tryAddress(url: string, { username, password }: Changed): Promise<void> {
  try {
    const there = { address: url, workBranch: WORK_BRANCH };
    await findDefaultBranch({ credentials: () => ({ username, password }) }, there);
  } catch (error) {
    // Which one it is was noted when the folder was opened.
    if (hasCode(error, 'remote') && error.data.fault === 'no-branch') return;
    const fault = cloneFault(error, 'site');
    if (fault === null) throw error;
    const field = fault.field ?? 'address';
    throw new ContentError('invalid', { path: '', reason: fault.text, field });
  }
}
