import { ipcMain } from 'electron';
import { CHANNEL, isOwnPage } from '#desktop/host/address.ts';
import { hostOperations, offeredOperations } from '#desktop/host/operations.ts';
import type { Desk } from './desk.ts';
import { createDoor } from './door.ts';
import type { MainWindow } from './window.ts';

interface IpcOptions {
  readonly desk: Pick<Desk, 'answerTo'>;
  readonly window: Pick<MainWindow, 'own'>;
  readonly onError: (error: unknown) => void;
}

/** Opens the one channel between window and program. Calls are taken from the main frame of our window, on our own page. */
export function openDoor({ desk, window, onError }: IpcOptions): void {
  const table = { ...offeredOperations, ...hostOperations };
  const door = createDoor({
    table,
    answerTo: desk.answerTo,
    onBug: (error, name) => onError(new Error(`The call ${name} failed.`, { cause: error })),
  });
  ipcMain.handle(CHANNEL, ({ sender, senderFrame }, name: unknown, input: unknown) => {
    const isOurs =
      senderFrame !== null &&
      sender === window.own()?.webContents &&
      senderFrame === sender.mainFrame &&
      isOwnPage(senderFrame.url);
    return door({ isOurs, name, input });
  });
}
