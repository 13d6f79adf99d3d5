import { app } from 'electron';

export interface Instance {
  /** The page that the command line asked for; null for the usual one. */
  readonly firstPage: () => string | null;
  /** Told of each page asked for later, by a link or a second start, and of the link; null for none in particular. */
  onPage(show: (page: string | null, link: string | null) => void): void;
  /** Once this process ends, the app starts again, with the page of this link. */
  readonly startAgain: (link: string | null) => void;
}

/**
 * Makes this the only instance: two would share a working copy. Null when another one runs, which is told what this one was
 * asked for. `encrier://` links lead here from now on.
 */
export function keepOneInstance(pageOf: (link: string) => string | null): Instance | null {
  if (!app.requestSingleInstanceLock()) return null;
  app.setAsDefaultProtocolClient('encrier');
  const isLink = (word: string) => pageOf(word) !== null;
  const pageIn = (words: readonly string[]) => words.map(pageOf).find((page) => page !== null) ?? null;
  let first = pageIn(process.argv);
  let show: Parameters<Instance['onPage']>[0] | null = null;
  const ask = (words: readonly string[]) => {
    const page = pageIn(words);
    if (show === null) first = page ?? first;
    else show(page, words.find(isLink) ?? null);
  };
  app.on('second-instance', (_event, words) => ask(words));
  app.on('open-url', (event, link) => {
    event.preventDefault();
    ask([link]);
  });
  return {
    firstPage: () => first,
    onPage(wanted) {
      show = wanted;
    },
    startAgain(link) {
      const words = process.argv.slice(1).filter((word) => !isLink(word));
      // What runs of an AppImage is in a folder that goes with the process.
      const execPath = process.env['APPIMAGE'] ?? process.execPath;
      app.relaunch({ execPath, args: link === null ? words : [...words, link] });
    },
  };
}
