import { vi } from 'vitest';
import { invokeHandler, ipcMain } from '#desktop/testing/double/ipc.ts';
import type { DoubleWebContents } from '#desktop/testing/double/web-contents.ts';

const mainFrame = { url: 'app://encrier/admin' };
const webContents = { mainFrame };

/** The window's own page, as the door is told of it. */
export const OUR_PAGE = { window: { webContents } } as const;

/** The part of the `electron` module between a page and the program, from the stand-in: what crosses is copied. */
export const electronChannel = {
  ipcMain,
  ipcRenderer: {
    invoke: (channel: string, ...args: readonly unknown[]) =>
      invokeHandler(channel, webContents as unknown as DoubleWebContents, mainFrame, args), // compared by identity, and nothing else
  },
  contextBridge: {
    exposeInMainWorld: (name: string, value: unknown) => vi.stubGlobal('window', { [name]: value }),
  },
};
