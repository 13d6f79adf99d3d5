/** When something happened, on a Paris clock: « 21 novembre 2026 à 09:24 ». */
const moment = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'Europe/Paris',
  dateStyle: 'long',
  timeStyle: 'short',
});

/** An ISO 8601 instant in words. */
export function momentInWords(instant: string): string {
  return moment.format(new Date(instant)).replace(/^1 /, '1er ');
}

const clock = new Intl.DateTimeFormat('fr-FR', { timeZone: 'Europe/Paris', timeStyle: 'short' });

/** The time of day alone: « 09:24 ». */
export function timeInWords(moment: Date): string {
  return clock.format(moment);
}

const toTheSecond = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'Europe/Paris',
  dateStyle: 'long',
  timeStyle: 'medium',
});

/** Two instants in words that can be told apart: with their seconds when they fall in one minute. */
export function twoMomentsInWords(first: string, second: string): readonly [string, string] {
  const [a, b] = [momentInWords(first), momentInWords(second)];
  if (a !== b) return [a, b];
  const [c, d] = [first, second].map((instant) =>
    toTheSecond.format(new Date(instant)).replace(/^1 /, '1er '),
  );
  return [c ?? a, d ?? b];
}

const dayOnly = new Intl.DateTimeFormat('fr-FR', { timeZone: 'UTC', dateStyle: 'long' });

/** A YYYY-MM-DD day in words. */
export function dayInWords(day: string): string {
  return dayOnly.format(new Date(day)).replace(/^1 /, '1er ');
}
