import type { DoubleFrame, DoubleWebContents } from './web-contents.ts';

interface IpcEvent {
  readonly sender: DoubleWebContents;
  readonly senderFrame: DoubleFrame;
}
type IpcHandler = (event: IpcEvent, ...args: readonly unknown[]) => unknown;

const channels = new Map<string, IpcHandler>();

export const ipcMain = {
  handle(channel: string, handler: IpcHandler): void {
    if (channels.has(channel)) throw new Error(`a second handler for ${channel}`);
    channels.set(channel, handler);
  },
};

/** Calls what the app handles a channel with; both ways what crosses is copied, as between processes. */
export async function invokeHandler(
  channel: string,
  sender: DoubleWebContents,
  senderFrame: DoubleFrame,
  args: readonly unknown[],
): Promise<unknown> {
  const handler = channels.get(channel);
  if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
  return structuredClone(await handler({ sender, senderFrame }, ...structuredClone(args)));
}
