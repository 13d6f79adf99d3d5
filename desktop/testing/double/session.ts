import { EventEmitter } from 'node:events';
import { onCommand } from './commands.ts';

type Contents = { getURL(): string };
type RequestHandler = (contents: Contents, permission: string, answer: (isGiven: boolean) => void) => void;
type SchemeHandler = (request: Request) => Response | Promise<Response>;
type CheckHandler = (contents: Contents | null, permission: string) => boolean;
type RequestGate = (
  details: { readonly url: string },
  answer: (verdict: { readonly cancel: boolean }) => void,
) => void;

/** A session as far as the app uses it; what it was told to refuse is asked of it by the windows. */
function createSession() {
  let onRequest: RequestHandler = (_contents, _permission, answer) => answer(true);
  let onCheck: CheckHandler = () => true;
  let gate: RequestGate = (_details, answer) => answer({ cancel: false });
  const schemes = new Map<string, SchemeHandler>();
  const events = new EventEmitter();
  let isSpellingChecked = true;
  return Object.assign(events, {
    availableSpellCheckerLanguages: ['de-DE', 'en-US', 'fr-FR'],
    protocol: {
      handle: (scheme: string, handler: SchemeHandler): void => void schemes.set(scheme, handler),
    },
    setPermissionRequestHandler(handler: RequestHandler): void {
      onRequest = handler;
    },
    setPermissionCheckHandler(handler: CheckHandler): void {
      onCheck = handler;
    },
    setDevicePermissionHandler: (): void => undefined,
    setSpellCheckerEnabled(isEnabled: boolean): void {
      isSpellingChecked = isEnabled;
    },
    isSpellCheckerEnabled: (): boolean => isSpellingChecked,
    setSpellCheckerLanguages(names: readonly string[]): void {
      languages = names;
    },
    webRequest: {
      onBeforeRequest(handler: RequestGate): void {
        gate = handler;
      },
    },
    schemeHandler: (scheme: string): SchemeHandler | null => schemes.get(scheme) ?? null,
    /** What the app answers to a request, the way Electron asks before each. */
    mayRequest(url: string): boolean {
      let isCancelled = false;
      gate({ url }, ({ cancel }) => {
        isCancelled = cancel;
      });
      return !isCancelled;
    },
    /** Whether a download goes on after the app was told of it. */
    beginDownload(): boolean {
      let isPrevented = false;
      const preventDefault = () => {
        isPrevented = true;
      };
      events.emit('will-download', { preventDefault });
      return !isPrevented;
    },
    askPermission(url: string, permission: string) {
      const contents = { getURL: () => url };
      let isGiven = false;
      onRequest(contents, permission, (answer) => {
        isGiven = answer;
      });
      return { request: isGiven, check: onCheck(contents, permission) };
    },
  });
}

export type DoubleSession = ReturnType<typeof createSession>;

let languages: readonly string[] = [];
const defaultSession = createSession();
const partitions = new Map<string, DoubleSession>();

export const session = {
  defaultSession,
  fromPartition(name: string): DoubleSession {
    const known = partitions.get(name) ?? createSession();
    partitions.set(name, known);
    return known;
  },
};

export const protocol = {
  registerSchemesAsPrivileged: (): void => undefined,
  handle: defaultSession.protocol.handle,
};

interface Asked {
  readonly url: string;
  readonly permission: string;
  /** Of the window's own session unless said otherwise. */
  readonly partition?: string;
}

onCommand('ask-permission', ({ url, permission, partition }: Asked) =>
  sessionOf(partition).askPermission(url, permission),
);
onCommand('may-request', (asked: string | { readonly url: string; readonly partition: string }) =>
  typeof asked === 'string'
    ? defaultSession.mayRequest(asked)
    : sessionOf(asked.partition).mayRequest(asked.url),
);
onCommand('spelling', () => ({ languages, isEnabled: defaultSession.isSpellCheckerEnabled() }));
/** Begins a download; what the app did with it. */
onCommand('begin-download', ({ partition }: { readonly partition?: string }) =>
  sessionOf(partition).beginDownload(),
);

function sessionOf(partition: string | undefined): DoubleSession {
  return partition === undefined ? defaultSession : session.fromPartition(partition);
}
