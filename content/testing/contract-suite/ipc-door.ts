import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserWindow } from 'electron';
import { vi } from 'vitest';
import { createClientOf } from '#content/contract/client.ts';
import { inProcess } from '#content/service/images/image-pipeline.ts';
import { hostOperations } from '#desktop/host/operations.ts';
import { openFolder } from '#desktop/main/content.ts';
import { createCredentials } from '#desktop/main/credentials.ts';
import { createDesk } from '#desktop/main/desk.ts';
import { openDoor } from '#desktop/main/ipc.ts';
import { openSettings } from '#desktop/main/settings.ts';
import { createIpcTransport } from '#desktop/renderer/ipc-transport.ts';
import { createStorage } from '#desktop/testing/double/safe-storage.ts';
import { ROOT } from '#server/testing/running-server.ts';
import { createTemporaryFolder, git } from '../temporary-repository.ts';
import type { ContractDoor } from './contract-door.ts';
import { startContractUpstream } from './contract-upstream.ts';
import { OUR_PAGE } from './electron-channel.ts';

/**
 * The desktop's door: the transport of its pages, the preload, the channel, the desk and a real clone. Only the `electron`
 * module is the stand-in's (electron-channel.ts); the window is one that a test looks into, so nothing is shown.
 */
export async function openIpcDoor(): Promise<ContractDoor> {
  const upstream = await startContractUpstream();
  const place = createTemporaryFolder();
  const folder = join(place.path, 'Articles');
  git(['clone', '--quiet', upstream.gitDir, folder], { cwd: place.path });
  git(['remote', 'set-url', 'origin', upstream.url], { cwd: folder });
  const bugs: unknown[] = [];
  const onError = (error: unknown) => void bugs.push(error);
  const settings = await openSettings(join(place.path, 'settings.json'), onError);
  await settings.change({ folder, author: { name: 'camille', email: 'camille@encrier.invalid' } });
  const desk = createDeskOn({ place: place.path, settings, onError });
  desk.open();
  openDoor({ desk, window: { own: () => OUR_PAGE.window as unknown as BrowserWindow }, onError }); // the door looks at webContents alone
  await import('#desktop/preload/preload.ts');
  // As its window does, which may be there before the folder is.
  await createClientOf(hostOperations, createIpcTransport()).getStart({});
  return {
    name: 'IPC',
    transport: createIpcTransport(),
    upstream,
    origin: 'app://encrier',
    gitDir: join(folder, '.git'),
    bugs: () => bugs,
    async close() {
      await desk.close();
      vi.unstubAllGlobals();
      await upstream.stop();
      place.remove();
    },
  };
}

interface DeskParts {
  readonly place: string;
  readonly settings: Awaited<ReturnType<typeof openSettings>>;
  readonly onError: (error: unknown) => void;
}

function createDeskOn({ place, settings, onError }: DeskParts) {
  const starterFolder = join(ROOT, 'content/starter');
  const storage = createStorage('gnome_libsecret');
  const credentials = createCredentials({ file: join(place, 'credentials.json'), storage, onError });
  const author = () => settings.get().author ?? { name: '', email: '' };
  return createDesk({
    settings,
    starterFolder,
    credentials,
    onError,
    githubApi: 'http://127.0.0.1:1',
    openContent: (folder) =>
      openFolder({
        folder,
        starterFolder,
        author,
        onError,
        say: onError,
        images: inProcess,
        credentials: credentials.askFor,
        cachesDir: join(place, 'content'),
        keptTextsDir: join(place, 'texts'),
        importsDir: join(place, 'imports'),
        markdownWorker: pathToFileURL(join(ROOT, 'dist/desktop/main/markdown-worker.js')),
        exportWorker: pathToFileURL(join(ROOT, 'dist/desktop/main/export-worker.js')),
        onShown: () => undefined,
        notifications: { onLive: () => undefined, onQuestions: () => undefined, onFault: () => undefined },
      }),
    askForFolder: () => Promise.resolve(null),
    askForExport: () => Promise.resolve([]),
    showMenu: () => undefined,
    onOpened: () => undefined,
    checkSpelling: () => undefined,
    siteWindow: {
      isOpen: () => false,
      open: () => Promise.resolve(),
      refresh: () => undefined,
      close: () => undefined,
    },
  });
}
