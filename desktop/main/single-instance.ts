import { app } from 'electron';

export interface Instance {
  /** The page that the command line asked for; null for the usual one. */
  readonly firstPage: () => string | null;
  /** Told of each page asked for later, by a link or a second start; null for none in particular. */
  onPage(show: (page: string | null) => void): void;
}

/**
 * Makes this the only instance: two would share a working copy. Null when another one runs, which is told what this one was
 * asked for. `encrier://` links lead here from now on.
 */
export function keepOneInstance(pageOf: (link: string) => string | null): Instance | null {
  if (!app.requestSingleInstanceLock()) return null;
  app.setAsDefaultProtocolClient('encrier');
  const pageIn = (words: readonly string[]) => words.map(pageOf).find((page) => page !== null) ?? null;
  let first = pageIn(process.argv);
  let show: ((page: string | null) => void) | null = null;
  const ask = (page: string | null) => {
    if (show === null) first = page ?? first;
    else show(page);
  };
  app.on('second-instance', (_event, words) => ask(pageIn(words)));
  app.on('open-url', (event, link) => {
    event.preventDefault();
    ask(pageOf(link));
  });
  return {
    firstPage: () => first,
    onPage(wanted) {
      show = wanted;
    },
  };
}
