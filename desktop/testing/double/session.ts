import { EventEmitter } from 'node:events';
import { onCommand } from './commands.ts';

type Contents = { getURL(): string };
type RequestHandler = (contents: Contents, permission: string, answer: (isGiven: boolean) => void) => void;
type CheckHandler = (contents: Contents | null, permission: string) => boolean;
type RequestGate = (
  details: { readonly url: string },
  answer: (verdict: { readonly cancel: boolean }) => void,
) => void;

let onRequest: RequestHandler = (_contents, _permission, answer) => answer(true);
let onCheck: CheckHandler = () => true;
let gate: RequestGate = (_details, answer) => answer({ cancel: false });
let languages: readonly string[] = [];

const defaultSession = Object.assign(new EventEmitter(), {
  availableSpellCheckerLanguages: ['de-DE', 'en-US', 'fr-FR'],
  setPermissionRequestHandler(handler: RequestHandler): void {
    onRequest = handler;
  },
  setPermissionCheckHandler(handler: CheckHandler): void {
    onCheck = handler;
  },
  setDevicePermissionHandler: (): void => undefined,
  setSpellCheckerLanguages(names: readonly string[]): void {
    languages = names;
  },
  webRequest: {
    onBeforeRequest(handler: RequestGate): void {
      gate = handler;
    },
  },
});

export const session = { defaultSession };

/** What the app answers to a request, the way Electron asks before each. */
export function mayRequest(url: string): boolean {
  let isCancelled = false;
  gate({ url }, ({ cancel }) => {
    isCancelled = cancel;
  });
  return !isCancelled;
}

onCommand('ask-permission', ({ url, permission }: { url: string; permission: string }) => {
  const contents = { getURL: () => url };
  let isGiven = false;
  onRequest(contents, permission, (answer) => {
    isGiven = answer;
  });
  return { request: isGiven, check: onCheck(contents, permission) };
});
onCommand('may-request', mayRequest);
onCommand('spell-languages', () => languages);
