import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Frame } from 'playwright';
import { LAUNCH_OPTIONS } from '../../../e2e/browser.ts';

interface BrowserOptions {
  readonly profile: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly hasScripts: boolean;
  /** What the preload calls; null for a window without one. */
  readonly invoke: ((frame: Frame, channel: string, args: readonly unknown[]) => Promise<unknown>) | null;
}

/** A Chromium of the app's own, whose profile outlives it as a real window's storage does. */
export async function openBrowser({
  profile,
  size,
  hasScripts,
  invoke,
}: BrowserOptions): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    ...LAUNCH_OPTIONS,
    args: [...LAUNCH_OPTIONS.args, '--remote-debugging-port=0'],
    viewport: size,
    javaScriptEnabled: hasScripts,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    serviceWorkers: 'block',
  });
  if (invoke !== null)
    await context.exposeBinding('__invoke', ({ frame }, channel: string, args: readonly unknown[]) =>
      invoke(frame, channel, args),
    );
  return context;
}

/** Where a test attaches. */
export function debuggingPort(profile: string): number {
  return Number(readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0]);
}

/** The real preload, in a function that knows what Electron's sandbox gives it, in the main frame alone. */
export function preloadScript(source: string): string {
  return `(() => {
    const bridge = globalThis.__invoke;
    delete globalThis.__invoke;
    if (globalThis !== globalThis.top) return;
    const electron = {
      contextBridge: { exposeInMainWorld: (name, value) => Object.defineProperty(globalThis, name, { value, enumerable: true }) },
      ipcRenderer: { invoke: (channel, ...args) => bridge(channel, structuredClone(args)) },
    };
    const require = (name) => {
      if (name !== 'electron') throw new Error('a sandboxed preload cannot load ' + name);
      return electron;
    };
    (function (require, module, exports, process) { ${source}
    })(require, { exports: {} }, {}, { versions: {} });
  })();`;
}
