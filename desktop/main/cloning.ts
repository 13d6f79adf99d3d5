import { join } from 'node:path';
import type { Handlers } from '#content/contract/operation.ts';
import { ContentError } from '#content/model/errors.ts';
import { createGitHub } from '#content/remote/github.ts';
import type { Credentials } from '#content/remote/http-exchange.ts';
import { writeUsername } from '#content/remote/origin.ts';
import { ENCRIER } from '#content/service/open-content.ts';
import { cloneInto } from '#content/service/syncing/first-clone.ts';
import type { CloneSource, CloneState, cloneCalls } from '#desktop/host/clone-calls.ts';
import type { Author } from '#desktop/host/machine-calls.ts';
import { cloneFault } from './clone-words.ts';
import { startContent } from './content-folder.ts';
import type { CredentialStore } from './credentials.ts';
import { contentAddress } from './credentials.ts';

interface CloningOptions {
  readonly starterFolder: string;
  /** GitHub's API, or a company's own. */
  readonly githubApi: string;
  readonly credentials: Pick<CredentialStore, 'keep'>;
  /** The folder that was chosen, if a site may be copied into it from there. Throws ContentError when not. */
  readonly folderFor: (id: string, url: string | null) => Promise<string>;
  /** Opens the folder, from now on the author's. */
  readonly open: (folder: string, author: Author) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

type Wanted = Parameters<Handlers<typeof cloneCalls, undefined>['startClone']>[0];

/** Whence a copy comes: the address, who we are there, and what begins a site that is empty. */
interface Origin {
  readonly url: string;
  readonly credentials: Credentials;
}

/** One copy of a site at a time, in the background; how far it is can be asked at any moment. */
export function createCloning(options: CloningOptions) {
  const { githubApi, credentials, onError } = options;
  let state: CloneState = { kind: 'idle' };
  let abort = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let listed: ReadonlyMap<string, string> = new Map();

  function addressOf(source: CloneSource): string | null {
    if (source.kind === 'site') return contentAddress(source.address);
    if (source.kind === 'new-github') return null;
    const url = listed.get(source.repository);
    if (url === undefined) throw new ContentError('not-found', { what: 'Ce dépôt' });
    return url;
  }

  async function originOf(source: CloneSource, signal: AbortSignal): Promise<Origin> {
    const url = addressOf(source);
    if (source.kind === 'site') {
      const { username, password } = source;
      return { url: contentAddress(source.address), credentials: { username, password } };
    }
    const { token } = source;
    const github = createGitHub({ api: githubApi, token, signal });
    const made = source.kind === 'new-github' ? await github.createPrivate(source.name) : null;
    return { url: url ?? made?.url ?? '', credentials: { username: 'x-access-token', password: token } };
  }

  async function copy({ folderId, source, author }: Wanted, signal: AbortSignal): Promise<void> {
    const { url, credentials: given } = await originOf(source, signal);
    const folder = await options.folderFor(folderId, url);
    const starter = source.kind === 'new-github' ? source.starter : 'empty';
    await cloneInto({
      ...{ folder, url, signal, committer: ENCRIER, clock: Date.now, credentials: () => given },
      onProgress: (progress) => {
        if (!signal.aborted) state = { kind: 'running', ...progress };
      },
      start: () => startContent(folder, { starter, author, starterFolder: options.starterFolder }),
    });
    state = { kind: 'running', step: 'open', done: 0, total: null };
    // Asked for later then; the copy is here.
    await writeUsername(join(folder, '.git'), { url, username: given.username }).catch(onError);
    await credentials.keep(url, given).catch(onError);
    await options.open(folder, author);
  }

  async function run(wanted: Wanted, signal: AbortSignal): Promise<void> {
    try {
      await copy(wanted, signal);
      state = { kind: 'done' };
    } catch (error) {
      if (signal.aborted) state = { kind: 'cancelled' };
      else state = { kind: 'failed', ...told(error, wanted.source.kind) };
    }
  }

  function told(error: unknown, kind: CloneSource['kind']) {
    const fault = cloneFault(error, kind);
    if (fault !== null) return fault;
    onError(new Error('The copy failed.', { cause: error }));
    return { text: FAILED, field: null };
  }

  const handlers: Handlers<typeof cloneCalls, undefined> = {
    async startClone(wanted) {
      if (state.kind === 'running') throw new ContentError('done', { reason: RUNNING });
      state = { kind: 'running', step: 'connect', done: 0, total: null };
      abort = new AbortController();
      try {
        // What can be refused at once is: the form is still there.
        await options.folderFor(wanted.folderId, addressOf(wanted.source));
      } catch (error) {
        state = { kind: 'idle' };
        throw error;
      }
      running = run(wanted, abort.signal);
    },
    getClone: () => Promise.resolve(state),
    async cancelClone() {
      abort.abort();
      await running;
    },
    async listRepositories({ token }) {
      try {
        const found = await createGitHub({ api: githubApi, token }).list();
        listed = new Map(found.map(({ fullName, url }) => [fullName, url]));
        return found.map(({ fullName, isPrivate }) => ({ fullName, isPrivate }));
      } catch (error) {
        const fault = cloneFault(error, 'github');
        if (fault === null) throw error;
        throw new ContentError('invalid', { path: '', reason: fault.text, field: 'token' });
      }
    },
  };
  return {
    handlers,
    /** Ends what is under way. */
    async close(): Promise<void> {
      abort.abort();
      await running;
    },
  };
}

const RUNNING = 'Une copie est déjà en cours.';
const FAILED = 'La copie n’a pas pu se terminer\u00a0: réessayez. Rien de ce qui est arrivé n’est perdu.';
