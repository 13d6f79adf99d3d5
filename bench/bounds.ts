/** What a bench measures must not exceed. */
interface Bound {
  readonly what: string;
  readonly most: number;
  /** Of the figure: a ratio to something measured beside it, or absolute where a person waits. */
  readonly unit: string;
}

/** Every bound in force, by the bench that measures it (run.ts). */
export const BOUNDS = {
  pages: {
    ready: { what: 'a ready article page, processor time', most: 1.25, unit: '× node:http' },
    unchanged: { what: 'an article page not changed (304), processor time', most: 1.4, unit: '× node:http' },
  },
  start: {
    time: { what: 'warm start to the first page', most: 3, unit: '× node:http' },
    memory: { what: 'resident memory at that page', most: 110, unit: 'MB' },
  },
  rendering: {
    first: { what: 'the first page of an article, processor time', most: 5, unit: 'ms' },
    again: { what: 'the same after a change of site.yml', most: 3.5, unit: 'ms' },
  },
  background: {
    work: { what: 'all that a first start does after its first page, processor time', most: 20, unit: 's' },
    settled: { what: 'resident memory after that', most: 180, unit: 'MB' },
    highest: { what: 'the same, at the highest', most: 300, unit: 'MB' },
  },
  changes: {
    commit: { what: 'a commit by git until its page, median', most: 25, unit: 'ms' },
    busy: { what: 'the same, during the background work of a first start', most: 60, unit: 'ms' },
    work: { what: 'the same, processor time of the server, beside 1,000 articles', most: 2, unit: '×' },
    push: { what: 'a push confirmed until its page, median', most: 100, unit: 'ms' },
    save: { what: 'a save until it is confirmed, median', most: 0.3, unit: '× git add, git commit' },
    saved: { what: 'from there to its page, median', most: 50, unit: 'ms' },
  },
  history: {
    first: { what: 'the first 20 versions of an article, slowest', most: 10, unit: 'ms' },
    time: { what: 'the same, median', most: 1, unit: '× git log' },
  },
  search: {
    first: { what: 'the first index, from the first page until it searches', most: 10, unit: 's' },
    median: { what: 'a search over HTTP, median', most: 9, unit: 'ms' },
    p99: { what: 'the same, p99', most: 30, unit: 'ms' },
    memory: { what: 'memory of the whole server, settled after that', most: 200, unit: 'MB' },
    warm: { what: 'first page of a warm start until it searches', most: 200, unit: 'ms' },
    pages: { what: 'pages beside 8 connections that search, p95', most: 20, unit: 'ms' },
  },
  remote: {
    clone: { what: 'a first clone until refs may be set, median', most: 1.3, unit: '× git' },
    fetch: { what: 'a fetch of half the history, the same', most: 1.3, unit: '× git' },
    push: { what: 'a first push, the same', most: 1.3, unit: '× git' },
  },
  office: {
    pages: { what: 'pages beside 20 sign-ins, 5 uploads and 200 saves, p95', most: 100, unit: 'ms' },
    steady: {
      what: 'pages beside 5 uploads, 200 saves and 6,000 searches in a minute, p95',
      most: 20,
      unit: 'ms',
    },
  },
  typing: {
    key: { what: 'a key in the editor, processor time of the page, median', most: 16, unit: 'ms' },
    slowest: { what: 'in an article of 1.8 MB on the web, slowest', most: 50, unit: 'ms' },
    length: { what: 'the same, 50,000 words beside 500', most: 1.5, unit: '×' },
  },
  desktop: {
    list: { what: 'start of the app until its list, median', most: 1500, unit: 'ms' },
    save: { what: 'a save in the app until it is confirmed, median', most: 50, unit: 'ms' },
    files: { what: 'from there until its files have followed, median', most: 300, unit: 'ms' },
    memory: { what: 'memory of the app over 100 saves, at the highest', most: 200, unit: 'MB' },
  },
  importing: {
    pages: { what: 'pages beside a blog of half as many articles that arrives, p95', most: 20, unit: 'ms' },
    minutes: { what: 'from its first byte sent until all of it is published', most: 15, unit: 'min' },
    memory: { what: 'memory of the server and what it starts, at the highest', most: 300, unit: 'MB' },
  },
  large: {
    cold: { what: '100,000 articles: cold start to the first page', most: 30, unit: 's' },
    warm: { what: 'the same, warm', most: 3, unit: 's' },
    settled: { what: 'resident memory once all is done', most: 700, unit: 'MB' },
    commit: {
      what: 'a commit by git until its page, processor time, beside 1,000 articles',
      most: 2,
      unit: '×',
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Bound>>>>;

export type BenchName = keyof typeof BOUNDS;

/** What a bench measured: a figure for each of its bounds, or several, each with what it is of. */
export type Figures<Name extends BenchName> = Readonly<
  Record<keyof (typeof BOUNDS)[Name], number | Readonly<Record<string, number>>>
>;

/** A figure beside its bound; `measured` is null where the bench failed. */
export interface Judged {
  readonly bench: BenchName;
  readonly what: string;
  readonly bound: string;
  readonly measured: number | null;
  readonly holds: boolean;
}

/** Every figure of a bench beside its bound; without figures none holds. */
export function judge(
  bench: BenchName,
  figures: Readonly<Record<string, number | Readonly<Record<string, number>>>> | null,
): readonly Judged[] {
  const bounds: Readonly<Record<string, Bound>> = BOUNDS[bench];
  return Object.entries(bounds).flatMap(([name, { what, most, unit }]) => {
    const found = figures?.[name] ?? null;
    const cases: readonly (readonly [string, number | null])[] =
      typeof found === 'number' || found === null
        ? [[what, found]]
        : Object.entries(found).map(([of, figure]) => [`${what}: ${of}`, figure]);
    return cases.map(([words, measured]) => ({
      bench,
      what: words,
      bound: `${most} ${unit}`.trim(),
      measured,
      holds: measured !== null && measured <= most, // NaN does not.
    }));
  });
}
