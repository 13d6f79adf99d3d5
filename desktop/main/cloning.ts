import { join } from 'node:path';
import { sentenceOf } from '#content/contract/french.ts';
import type { Handlers } from '#content/contract/operation.ts';
import { diskRefusal } from '#content/git/system-error.ts';
import { ContentError, hasCode, type RemoteFault } from '#content/model/errors.ts';
import { createGitHub } from '#content/remote/github.ts';
import type { Credentials } from '#content/remote/http-exchange.ts';
import { writeUsername } from '#content/remote/origin.ts';
import { ENCRIER } from '#content/service/open-content.ts';
import { cloneInto } from '#content/service/syncing/first-clone.ts';
import {
  CLONE_FIELDS,
  type CloneSource,
  type CloneState,
  type cloneCalls,
} from '#desktop/host/clone-calls.ts';
import type { Author } from '#desktop/host/machine-calls.ts';
import { startContent } from './content-folder.ts';
import { type CredentialStore, contentAddress } from './credentials.ts';

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
      folder,
      url,
      signal,
      committer: ENCRIER,
      clock: Date.now,
      credentials: () => given,
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

/** Why a copy did not come to its end, for the author: what to do, and the field it is about. */
interface CloneFault {
  readonly text: string;
  readonly field: (typeof CLONE_FIELDS)[number] | null;
}

type Kind = CloneSource['kind'];

/** What to tell of an error; null for a bug. */
export function cloneFault(error: unknown, kind: Kind): CloneFault | null {
  const known = knownError(error);
  if (known === null || hasCode(known, 'internal')) return null;
  if (hasCode(known, 'remote')) return REMOTE[known.data.fault](kind);
  if (hasCode(known, 'disk-full')) return { text: DISK_FULL, field: 'folder' };
  if (hasCode(known, 'read-only')) return { text: NOT_WRITABLE, field: 'folder' };
  if (!hasCode(known, 'invalid')) return { text: sentenceOf(known.code, known.data), field: null };
  const named = known.data.field === 'name' ? 'newName' : known.data.field;
  const field = CLONE_FIELDS.find((one) => one === named);
  return { text: known.data.reason, field: field ?? (isSite(kind) ? 'address' : 'repository') };
}

function knownError(error: unknown): ContentError | null {
  if (error instanceof ContentError) return error;
  return diskRefusal(error);
}

const isSite = (kind: Kind): boolean => kind === 'site';
const onAddress = (text: string) => (kind: Kind) => ({
  text,
  field: isSite(kind) ? ('address' as const) : ('repository' as const),
});
const ofNetwork = (text: string) => () => ({ text, field: null });

const REMOTE: Readonly<Record<RemoteFault, (kind: Kind) => CloneFault>> = {
  offline: (kind) =>
    isSite(kind)
      ? {
          text: 'Le site ne répond pas\u00a0: vérifiez l’adresse et votre connexion, puis réessayez.',
          field: 'address',
        }
      : { text: 'GitHub ne répond pas\u00a0: vérifiez votre connexion, puis réessayez.', field: null },
  untrusted: onAddress(
    'Le certificat de ce site n’est pas digne de confiance\u00a0: rien ne lui a été envoyé.',
  ),
  refused: (kind) =>
    isSite(kind)
      ? {
          text: 'Ce nom et ce mot de passe d’application ne vont pas ensemble\u00a0: créez-en un sur votre site, sous «\u00a0Réglages\u00a0», «\u00a0Mots de passe d’application\u00a0».',
          field: 'username',
        }
      : {
          text: 'GitHub refuse ce jeton\u00a0: il est faux, périmé, ou n’a pas le droit d’écrire dans vos dépôts.',
          field: 'token',
        },
  'not-a-repository': (kind) =>
    isSite(kind)
      ? {
          text: 'Il y a bien un site à cette adresse, mais ce n’est pas un site Encrier\u00a0: vérifiez l’adresse.',
          field: 'address',
        }
      : { text: 'Ce dépôt est introuvable, ou ce jeton ne permet pas de le voir.', field: 'repository' },
  'no-branch': onAddress('Ce dépôt ne dit pas quelle branche porte vos articles.'),
  redirected: onAddress(
    'Cette adresse renvoie vers un autre site, qui n’a pas reçu votre mot de passe\u00a0: écrivez l’adresse finale.',
  ),
  unrelated: onAddress('Ce dossier contient déjà une autre histoire que celle de ce site.'),
  behind: ofNetwork('Le site a changé pendant la copie\u00a0: réessayez.'),
  rejected: onAddress('Ce dépôt n’accepte pas d’envoi\u00a0: ses règles de protection l’interdisent.'),
  corrupt: ofNetwork('Ce qui est arrivé était incomplet ou abîmé, rien n’en a été gardé\u00a0: réessayez.'),
  'too-large': ofNetwork('Ce dépôt est trop volumineux pour être copié ici.'),
};

const DISK_FULL =
  'Le disque de cet ordinateur est plein\u00a0: libérez de la place, puis réessayez\u00a0; la copie reprendra.';
const NOT_WRITABLE = 'Encrier n’a pas le droit d’écrire dans ce dossier\u00a0: choisissez-en un autre.';
