// npm run dev:desktop: the app in Electron, built anew when its sources change. What its window shows is loaded again; a
// change of what runs beside the window starts the app anew.
import { watch } from 'node:fs';
import { join } from 'node:path';
import { _electron } from 'playwright';
import { DESKTOP_SOURCES, exitCode, root, say } from './prepare.mjs';

/** Editors write a file in several steps, and a change of branch many files. */
const QUIET_MS = 100;
/** What only the window is made from. */
const WINDOW_ONLY = /^(?:desktop\/renderer|site\/(?:admin|ui|islands|styles))$/;

/** Runs until the app is quit. */
export async function developDesktop(electron) {
  let app = await start();
  let timer = null;
  let working = Promise.resolve();
  let isWindowOnly = true;

  async function start() {
    const started = await _electron.launch({ executablePath: electron, args: [root] });
    started.on('close', () => {
      if (app === started) process.exit(0);
    });
    return started;
  }

  async function renew() {
    const mayStay = isWindowOnly;
    isWindowOnly = true;
    const vite = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
    if ((await exitCode(process.execPath, [vite, 'build', '--logLevel', 'error'])) !== 0) {
      isWindowOnly = mayStay;
      return; // What is wrong was said; the app goes on as it was.
    }
    if (mayStay) {
      await Promise.all(app.windows().map((page) => page.reload()));
      return;
    }
    say('L’application redémarre…');
    const former = app;
    app = null;
    await former.close();
    app = await start();
  }

  for (const source of DESKTOP_SOURCES)
    watch(join(root, source), { recursive: true }, (_kind, name) => {
      if (name !== null && /\.test\.tsx?$/.test(name)) return;
      isWindowOnly &&= WINDOW_ONLY.test(source);
      clearTimeout(timer);
      timer = setTimeout(() => {
        working = working.then(renew).catch((error) => console.error(error));
      }, QUIET_MS);
    });
}
