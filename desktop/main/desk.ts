import { randomUUID } from 'node:crypto';
import type { Handlers } from '#content/contract/operation.ts';
import { ContentError } from '#content/model/errors.ts';
import type { CallContext } from '#content/service/workspace.ts';
import { offeredOperations } from '#desktop/host/offers.ts';
import type { ChosenFolder, HostOperations, Start } from '#desktop/host/operations.ts';
import type { Content } from './content.ts';
import { kindOfFolder, startContent } from './content-folder.ts';
import { type Answer, answersOf } from './door.ts';
import { folderHandlers } from './folder-handlers.ts';
import type { SettingsFile } from './settings.ts';
import type { SiteAnswer } from './site-preview/site-pages.ts';
import type { SiteWindow } from './site-preview/site-window.ts';

interface DeskOptions {
  readonly settings: SettingsFile;
  readonly starterFolder: string;
  readonly openContent: (folder: string) => Promise<Content>;
  /** The system's dialog; null when it was closed. */
  readonly askForFolder: () => Promise<string | null>;
  readonly showMenu: (at: { readonly x: number; readonly y: number }) => void;
  /** The window of the previewed site. */
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

  async function use(folder: string): Promise<void> {
    const opened = await options.openContent(folder);
    content = opened;
    answers = answersOf(opened.operations, caller);
    options.onOpened(opened);
  }

  function startNow(): Start {
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

  const host: Handlers<HostOperations, undefined> = {
    ...folderHandlers({ content: openFolderNow, caller, siteWindow: options.siteWindow }),
    getStart: () => Promise.resolve(startNow()),
    async chooseFolder() {
      const path = await options.askForFolder();
      chosen = path === null ? null : { id: randomUUID(), path, kind: await kindOfFolder(path) };
      return chosen;
    },
    async openFolder({ id, starter, author }) {
      if (chosen?.id !== id) throw new ContentError('not-found', { what: 'Ce dossier' });
      const { path } = chosen;
      // It may have changed since it was looked at.
      const kind = await kindOfFolder(path);
      if (kind !== 'empty' && kind !== 'content')
        throw new ContentError('invalid', { path: '', reason: CHANGED });
      if (kind === 'empty')
        await startContent(path, { starter, author, starterFolder: options.starterFolder });
      await settings.change({ author });
      await use(path);
      await settings.change({ folder: path });
    },
    showMenu(at) {
      options.showMenu(at);
      return Promise.resolve(undefined);
    },
  };
  const hostAnswers = answersOf<HostOperations, undefined>(host, () => undefined);

  return {
    /** Opens the folder of the last time; one that cannot be opened is told on the first-run screen. */
    async open(): Promise<void> {
      const { folder } = settings.get();
      if (folder === null) return;
      try {
        if ((await kindOfFolder(folder)) !== 'content') reason = `${MISSING} ${folder}`;
        else await use(folder);
      } catch (error) {
        options.onError(error);
        reason = `${UNREADABLE} ${folder}`;
      }
    },
    answerTo(name: string): Answer | null {
      return (
        hostAnswers.get(name) ?? (Object.hasOwn(offeredOperations, name) ? (answers.get(name) ?? null) : null)
      );
    },
    folder: () => content?.folder ?? null,
    image: async (path: string) => content?.image(path) ?? null,
    /** What the previewed site answers; null while no folder is open. */
    site: async (target: string): Promise<SiteAnswer | null> => content?.site.answer(target) ?? null,
    /** Where the previewed site opens. */
    sitePlace: () => content?.site.place() ?? '/',
    /** Leaves the folder as it is; the next start asks for one. */
    async leave(): Promise<void> {
      await settings.change({ folder: null });
      reason = null;
      await close();
    },
    close,
  };

  async function close(): Promise<void> {
    const closing = content;
    options.siteWindow.close();
    content = null;
    answers = new Map();
    await closing?.close();
  }
}

export type Desk = ReturnType<typeof createDesk>;

const CHANGED = 'Ce dossier a changé depuis que vous l’avez choisi\u00a0: choisissez-le de nouveau.';
const MISSING = 'Le dossier de vos articles n’est plus là, ou n’est plus un dépôt d’articles\u00a0:';
const UNREADABLE = 'Le dossier de vos articles n’a pas pu être ouvert\u00a0:';
