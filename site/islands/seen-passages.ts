import type { Reading } from './mark-changes.ts';

/** What this browser keeps of the articles it showed; nothing of it is ever sent (/confidentialite says so). */
const KEY = 'encrier-lus';
/** Articles remembered; those read longest ago are forgotten. */
const MAX_REMEMBERED = 100;
/** A page shown again so soon is the same reading, in milliseconds: its marks stay. */
const SAME_READING_MS = 30 * 60 * 1000;

/** Marks, when an article was changed since this browser last showed it, what is new; then remembers what it shows. */
export function markSinceLastTime(page: Window): void {
  const article = page.document.querySelector<HTMLElement>('article[data-version]');
  const version = article?.dataset['version'];
  if (article === null || version === undefined) return;
  const readings = readAll(page);
  const { pathname } = page.location;
  const next = nextReading(readings.get(pathname), { version, at: Date.now() });
  const { before } = next;
  if (before !== undefined && before.version < version && article.dataset['changes'] !== undefined) {
    import('./mark-changes.ts')
      .then(({ markChanges }) => markChanges(article, before))
      // The text is all there; only its marks are not.
      .catch(() => undefined);
  }
  readings.delete(pathname);
  keepAll(page, [...readings, [pathname, next]]);
}

/** What is to be remembered of a reading, given what was: a page loaded again soon goes on with the same one. */
export function nextReading(last: Reading | undefined, now: Omit<Reading, 'before'>): Reading {
  if (last === undefined) return now;
  const goesOn = last.version === now.version && now.at - last.at < SAME_READING_MS;
  return { ...now, before: goesOn ? last.before : { version: last.version, at: last.at } };
}

/** What was kept, as far as it can be read: other programs may have written there, and some browsers keep nothing. */
function readAll(page: Window): Map<string, Reading> {
  try {
    const kept: unknown = JSON.parse(page.localStorage.getItem(KEY) ?? '[]');
    return new Map(Array.isArray(kept) ? kept.filter(isEntry) : []);
  } catch {
    return new Map();
  }
}

function isEntry(entry: unknown): entry is [string, Reading] {
  const values: unknown[] = Array.isArray(entry) ? entry : [];
  const [path, reading] = values;
  return typeof path === 'string' && isReading(reading);
}

function isReading(value: unknown): value is Reading {
  if (typeof value !== 'object' || value === null) return false;
  const { version, at, before } = value as Partial<Record<keyof Reading, unknown>>;
  return typeof version === 'string' && typeof at === 'number' && (before === undefined || isReading(before));
}

function keepAll(page: Window, readings: readonly (readonly [string, Reading])[]): void {
  try {
    page.localStorage.setItem(KEY, JSON.stringify(readings.slice(-MAX_REMEMBERED)));
  } catch {
    // Full, or not allowed: the next reading is then the first.
  }
}
