import { parisMoment } from '#content/model/paris-time.ts';

/** When something happened, on a Paris clock: « 21 novembre 2026 à 09:24 ». */
export function momentInWords(instant: string): string {
  return parisMoment(Date.parse(instant));
}

const clock = new Intl.DateTimeFormat('fr-FR', { timeZone: 'Europe/Paris', timeStyle: 'short' });

/** The time of day alone: « 09:24 ». */
export function timeInWords(moment: Date): string {
  return clock.format(moment);
}

/** Two instants in words that can be told apart: with their seconds when they fall in one minute. */
export function twoMomentsInWords(first: string, second: string): readonly [string, string] {
  const [a, b] = [momentInWords(first), momentInWords(second)];
  if (a !== b) return [a, b];
  const seconds = (instant: string): string => new Date(instant).toISOString().slice(16, 19);
  return [a + seconds(first), b + seconds(second)];
}

/** What a browser calls itself, in its own words; the first that fits is it (Edge and Opera name Chrome as well). */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^git\//, 'git'],
  [/^curl\//, 'curl'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** The browser and the system that a user agent names: « Firefox, Windows ». */
export function agentInWords(agent: string): string {
  const browser = firstOf(BROWSERS, agent) ?? 'Programme';
  const system = firstOf(SYSTEMS, agent);
  return system === undefined ? browser : `${browser}, ${system}`;
}

function firstOf(names: readonly (readonly [RegExp, string])[], agent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(agent))?.[1];
}
