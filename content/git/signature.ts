import type { Person } from '#content/model/change-set.ts';
import { parisZone } from '#content/model/paris-time.ts';

/** Who did something and when, as commits and reflogs state it. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  /** Seconds since 1970. */
  readonly seconds: number;
  /** Offset from UTC: +0200. */
  readonly zone: string;
}

/** Stands for a name of which nothing is left once cleaned: git refuses commits without one. */
const NO_NAME = 'Anonyme';
/** Characters git does not allow in a name or an address. */
const FORBIDDEN = /[\p{Cc}<>]/gu;

/** `person` at `moment`, in the time of Paris. */
export function signatureOf(person: Person, moment: Date): Signature {
  return {
    name: person.name,
    email: person.email,
    seconds: Math.floor(moment.getTime() / 1000),
    zone: parisZone(moment),
  };
}

/** `Name <email> seconds zone`; what git would refuse in a name or an address is left out. */
export function formatSignature({ name, email, seconds, zone }: Signature): string {
  const cleanName = name.replace(FORBIDDEN, ' ').replace(/\s+/g, ' ').trim();
  return `${cleanName === '' ? NO_NAME : cleanName} <${email.replace(FORBIDDEN, '').trim()}> ${seconds} ${zone}`;
}

/** Seconds that a date can be made of. */
const LATEST = 8.64e12;

/** Reads what {@link formatSignature} writes. Old programs wrote odd lines: what is missing is 1970, UTC or empty. */
export function parseSignature(line: string): Signature {
  const [, name = line, email = '', stated = '0', zone = '+0000'] =
    /^([^<]*)<([^>]*)>(?: (-?[0-9]+)(?: ([+-][0-9]{4}))?)?/.exec(line) ?? [];
  const seconds = Number(stated);
  return { name: name.replace(/ $/, ''), email, seconds: Math.abs(seconds) <= LATEST ? seconds : 0, zone };
}
