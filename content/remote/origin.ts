import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { changeConfig, configValue } from '#content/git/config.ts';
import { withLock } from '#content/git/refs/lock-file.ts';
import { ifThere } from '#content/git/system-error.ts';
import { isAllowedRemote } from './http-exchange.ts';

const ORIGIN = 'remote.origin';
const LOCK_WAIT_MS = 2000;

export interface Origin {
  /** As git has it, without a name or a password that may be in it. */
  readonly url: string;
  /** Whether Encrier exchanges with it; false where its author said no, or where its protocol is none of ours (ssh). */
  readonly isFollowed: boolean;
}

/** The remote `origin` of a clone, where git itself keeps it; null when there is none. */
export async function readOrigin(gitDir: string): Promise<Origin | null> {
  const text = await readConfig(gitDir);
  const url = configValue(text, { section: ORIGIN, key: 'url' });
  if (url === null || url === '') return null;
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !isAllowedRemote(parsed)) return { url: withoutSecrets(url), isFollowed: false };
  parsed.username = '';
  parsed.password = '';
  return {
    url: parsed.href,
    isFollowed: configValue(text, { section: 'encrier', key: 'follow' }) !== 'false',
  };
}

/** The address of the site that serves what `origin` holds, where it was said (`git config encrier.site`); null otherwise. */
export async function readSiteAddress(gitDir: string): Promise<string | null> {
  const said = configValue(await readConfig(gitDir), { section: 'encrier', key: 'site' });
  const url = said !== null && URL.canParse(said) ? new URL(said) : null;
  return url !== null && isAllowedRemote(url) ? url.origin : null;
}

/** Makes an address the remote `origin`, for git and for Encrier, which follows it from now on. Never with credentials. */
export async function writeOrigin(
  gitDir: string,
  { url, branch }: { readonly url: string; readonly branch: string },
): Promise<void> {
  const { username, password } = new URL(url);
  if (username !== '' || password !== '') throw new TypeError('an address without credentials');
  await change(gitDir, (text) => {
    const fetch =
      configValue(text, { section: ORIGIN, key: 'fetch' }) ?? '+refs/heads/*:refs/remotes/origin/*';
    const named = changeConfig(text, ORIGIN, { url, fetch });
    return changeConfig(tracked(named, branch), 'encrier', { follow: null });
  });
}

/** The branch that readers get, where another one is open in the folder (content/folder/git-state.ts); null when none is noted. */
export async function readPublishedBranch(gitDir: string): Promise<string | null> {
  return configValue(await readConfig(gitDir), { section: 'encrier', key: 'branch' });
}

export async function writePublishedBranch(gitDir: string, branch: string): Promise<void> {
  await change(gitDir, (text) => changeConfig(text, 'encrier', { branch }));
}

/** Has git compare a branch with the one of that name at `origin`, unless it was told what to compare it with. */
export async function trackOrigin(gitDir: string, branch: string): Promise<void> {
  await change(gitDir, (text) => {
    const isTold = configValue(text, { section: `branch.${branch}`, key: 'remote' }) !== null;
    return isTold ? text : tracked(text, branch);
  });
}

function tracked(text: string, branch: string): string {
  return changeConfig(text, `branch.${branch}`, { remote: 'origin', merge: `refs/heads/${branch}` });
}

/** Who one is at an address, where git itself looks before it asks for a password; null when it was never said. */
export async function readUsername(gitDir: string, url: string): Promise<string | null> {
  return configValue(await readConfig(gitDir), { section: `credential.${url}`, key: 'username' });
}

/** The name alone: a password is never written here. */
export async function writeUsername(
  gitDir: string,
  { url, username }: { readonly url: string; readonly username: string },
): Promise<void> {
  await change(gitDir, (text) => changeConfig(text, `credential.${url}`, { username }));
}

/** Encrier exchanges with `origin` no longer; git still knows it. */
export async function stopFollowingOrigin(gitDir: string): Promise<void> {
  await change(gitDir, (text) => changeConfig(text, 'encrier', { follow: 'false' }));
}

/** Under git's own lock on the file. Throws ContentError 'locked', 'disk-full'. */
async function change(gitDir: string, edit: (text: string) => string): Promise<void> {
  const file = path.join(gitDir, 'config');
  return withLock({ gitDir, file, content: '', waitMs: LOCK_WAIT_MS }, async (lock) => {
    const before = await readConfig(gitDir);
    const after = edit(before);
    if (after === before) return;
    await lock.fill(Buffer.from(after));
    await lock.commit();
  });
}

async function readConfig(gitDir: string): Promise<string> {
  return ifThere(readFile(path.join(gitDir, 'config'), 'utf8'), '');
}

/** Alone, a name is a token where one comes by HTTP; where one comes by SSH, it is part of the address. */
function withoutSecrets(url: string): string {
  return url.replace(/^(?:(https?:\/\/)[^/?#]*@|([a-z][a-z0-9+.-]*:\/\/)[^/?#]*:[^/?#]*@)/i, '$1$2');
}
