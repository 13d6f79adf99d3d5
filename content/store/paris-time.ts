const OFFSET = new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Paris', timeZoneName: 'longOffset' });

/** The offset of Europe/Paris at this moment as git writes it: +0100 or +0200 (times are Parisian, DESIGN.md). */
export function parisZone(moment: Date): string {
  const [, sign, hours, minutes] = /GMT([+-])([0-9]{2}):([0-9]{2})/.exec(OFFSET.format(moment)) ?? [];
  return sign === undefined || hours === undefined || minutes === undefined
    ? '+0100'
    : sign + hours + minutes;
}
