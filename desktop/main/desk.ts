import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ExportKind } from '#content/contract/import-operations.ts';
import type { Handlers } from '#content/contract/operation.ts';
import { ContentError } from '#content/model/errors.ts';
import { readOrigin } from '#content/remote/origin.ts';
import type { CallContext } from '#content/service/workspace.ts';
import type { Author, Spelling } from '#desktop/host/machine-calls.ts';
import type { ChosenFolder, HostOperations, Start } from '#desktop/host/operations.ts';
import { createCloning } from './cloning.ts';
import type { Content } from './content.ts';
import { holdsContent, kindOfFolder, startContent } from './content-folder.ts';
import type { CredentialStore } from './credentials.ts';
import { type Answer, answersOf } from './door.ts';
import { type FolderCalls, folderAnswers, tellingOfAbsence } from './folder-handlers.ts';
import { machineHandlers } from './machine.ts';
import type { SettingsFile } from './settings.ts';
import type { SiteAnswer } from './site-preview/site-pages.ts';
import type { SiteWindow } from './site-preview/site-window.ts';

interface DeskOptions {
  readonly settings: SettingsFile;
  readonly starterFolder: string;
  readonly credentials: CredentialStore;
  readonly checkSpelling: (spelling: Spelling) => void;
  /** GitHub's API, or a company's own. */
  readonly githubApi: string;
  readonly openContent: (folder: string) => Promise<Content>;
  /** The system's dialog; null when it was closed. */
  readonly askForFolder: () => Promise<string | null>;
  /** The system's dialog for an export; none when it was closed. */
  readonly askForExport: (kind: ExportKind) => Promise<readonly string[]>;
  readonly showMenu: (at: { readonly x: number; readonly y: number }) => void;
  readonly siteWindow: SiteWindow;
  /** Told of each folder that is opened. */
  readonly onOpened: (content: Content) => void;
  readonly onError: (error: unknown) => void;
}

/** The folder the author works in, if any, and who answers calls about it. */
export function createDesk(options: DeskOptions) {
  const { settings } = options;
  let content: Content | null = null;
  let answers: ReadonlyMap<string, Answer> = new Map();
  let chosen: ChosenFolder | null = null;
  let reason: string | null = null;
  let opening: Promise<void> = Promise.resolve();
  /** What the form holds that the previewed site is still to be made of. */
  let unshown: Parameters<Content['site']['show']>[0] | undefined;

  async function use(folder: string): Promise<void> {
    const opened = await options.openContent(folder);
    content = opened;
    answers = folderAnswers(opened, caller);
    options.onOpened(opened);
  }

  async function startNow(): Promise<Start> {
    await opening;
    if (content !== null) return { kind: 'open', folder: content.folder };
    return { kind: 'first-run', author: settings.get().author, reason };
  }

  function caller(): CallContext {
    const author = settings.get().author;
    if (author === null) throw new ContentError('unauthenticated', {});
    return { author };
  }

  function openFolderNow(): Content {
    if (content === null) throw new ContentError('starting', {});
    return content;
  }

  /** The folder is the author's from now on; the next start opens it. */
  async function openIn(folder: string, author: Author): Promise<void> {
    await settings.change({ author });
    await use(folder);
    await settings.change({ folder });
  }

  function chosenPath(id: string): string {
    if (chosen?.id !== id) throw new ContentError('not-found', { what: 'Ce dossier' });
    return chosen.path;
  }

  /** Empty, or one in which the copy of this very site was begun. */
  async function folderToFill(id: string, url: string | null): Promise<string> {
    const path = chosenPath(id);
    const kind = await kindOfFolder(path);
    const origin = kind === 'content' ? await readOrigin(join(path, '.git')) : null;
    const isBegun = origin !== null && (url === null || origin.url === new URL(url).href);
    const reason = kind === chosen?.kind ? NOT_FREE : CHANGED;
    if (kind !== 'empty' && !isBegun)
      throw new ContentError('invalid', { path: '', reason, field: 'folder' });
    return path;
  }

  const cloning = createCloning({ ...options, folderFor: folderToFill, open: openIn });
  const { siteWindow } = options;
  const host: Handlers<Omit<HostOperations, keyof FolderCalls>, undefined> = {
    ...cloning.handlers,
    ...machineHandlers({ ...options, folder: () => openFolderNow().folder, reopen }),
    getStart: startNow,
    async chooseFolder() {
      const path = await options.askForFolder();
      chosen = path === null ? null : { id: randomUUID(), path, kind: await kindOfFolder(path) };
      return chosen;
    },
    async openFolder({ id, starter, author }) {
      const path = chosenPath(id);
      // It may have changed since it was looked at.
      const kind = await kindOfFolder(path);
      if (kind !== 'empty' && kind !== 'content')
        throw new ContentError('invalid', { path: '', reason: CHANGED });
      if (kind === 'empty')
        await startContent(path, { starter, author, starterFolder: options.starterFolder });
      await openIn(path, author);
    },
    async chooseExport({ kind }) {
      const { imports } = openFolderNow();
      const paths = await options.askForExport(kind);
      return paths.length === 0 ? null : imports.fromPaths(paths);
    },
    showMenu(at) {
      options.showMenu(at);
      return Promise.resolve(undefined);
    },
    async openSite({ width }) {
      openFolderNow();
      await siteWindow.open(width);
    },
    async showText({ text }) {
      const { site } = openFolderNow();
      unshown = text;
      if (!siteWindow.isOpen()) return;
      const from = site.place();
      await show(site);
      siteWindow.refresh(text === null ? null : { from, to: site.place() });
    },
  };
  const hostAnswers = answersOf(host, () => undefined);

  return {
    /** Begins to open the folder of the last time; a window that is open meanwhile waits for it. */
    open(): void {
      opening = openLast();
    },
    answerTo(name: string): Answer | null {
      const found = hostAnswers.get(name) ?? answers.get(name);
      return found === undefined ? null : tellingOfAbsence(found, () => content?.folder ?? null);
    },
    folder: () => content?.folder ?? null,
    image: async (path: string) => content?.image(path) ?? null,
    /** What the previewed site answers; null while no folder is open. */
    site: async (target: string): Promise<SiteAnswer | null> => content?.site.answer(target) ?? null,
    /** Where the previewed site opens, with what the form holds. */
    async sitePlace(): Promise<string> {
      if (content === null) return '/';
      const { site } = content; // The folder may be left meanwhile.
      await show(site).catch(() => undefined); // The form goes on telling what goes on failing.
      return site.place();
    },
    /** Leaves the folder as it is; the next start asks for one. */
    async leave(): Promise<void> {
      await opening;
      await settings.change({ folder: null });
      reason = null;
      await close();
    },
    /** Ends a copy that is under way, then lets go of the folder. */
    async close(): Promise<void> {
      await opening;
      await cloning.close();
      await close();
    },
  };

  async function show(site: Content['site']): Promise<void> {
    const text = unshown;
    unshown = undefined;
    if (text !== undefined) await site.show(text);
  }

  /** One that cannot be opened is told on the first-run screen. */
  async function openLast(): Promise<void> {
    const { folder, author } = settings.get();
    if (folder === null) return;
    if (author === null) {
      reason = `${NAMELESS} ${folder}`;
      return;
    }
    try {
      if (!(await holdsContent(folder))) reason = `${MISSING} ${folder}`;
      else await use(folder);
    } catch (error) {
      options.onError(error);
      reason = `${UNREADABLE} ${folder}`;
    }
  }

  async function reopen(change: () => Promise<void>): Promise<void> {
    const { folder } = openFolderNow();
    await close();
    try {
      await change();
    } finally {
      await use(folder);
    }
  }

  async function close(): Promise<void> {
    const closing = content;
    siteWindow.close();
    content = null;
    unshown = undefined;
    answers = new Map();
    await closing?.close();
  }
}

export type Desk = ReturnType<typeof createDesk>;

const NOT_FREE =
  'Ce dossier n’est pas vide\u00a0: choisissez-en un autre, ou créez-en un dans celui-ci. Rien n’y a été touché.';
const CHANGED = 'Ce dossier a changé depuis que vous l’avez choisi\u00a0: choisissez-le de nouveau.';
const MISSING = 'Le dossier de vos articles n’est plus là, ou n’est plus un dépôt d’articles\u00a0:';
const NAMELESS =
  'Le nom que portent vos versions n’est plus connu de cet ordinateur\u00a0: donnez-le de nouveau, et choisissez le dossier de vos articles\u00a0:';
const UNREADABLE = 'Le dossier de vos articles n’a pas pu être ouvert\u00a0:';
