/** When something happened, on a Paris clock: « 21 novembre 2026 à 09:24 ». */
const moment = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'Europe/Paris',
  dateStyle: 'long',
  timeStyle: 'short',
});

/** An ISO 8601 instant in words. */
export function momentInWords(instant: string): string {
  return moment.format(new Date(instant));
}
