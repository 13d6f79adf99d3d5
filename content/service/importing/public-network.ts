import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** Networks that are no part of the public one: IANA's special-purpose registries (RFC 6890), and those that lead to IPv4. */
const SPECIAL: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  // Of IPv6 2000::/3 alone is given out; what of it is special:
  ['::', 3],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['4000::', 2],
  ['8000::', 1],
];

// One each: an IPv4 address would be looked for in the networks of IPv6 as well, and all of them are in ::ffff:0:0/96.
const special = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, bits] of SPECIAL) {
  const family = isIPv6(network) ? 'ipv6' : 'ipv4';
  special[family].addSubnet(network, bits, family);
}

/** A prefix of IPv6 behind which a network reaches IPv4 (NAT64): its whole bytes, and where an address has those of IPv4 (RFC 6052, 2.2). */
export interface Translation {
  readonly prefix: readonly number[];
  readonly at: readonly number[];
}

/** The form of each length that a prefix may have. */
const FORMS: readonly { readonly bytes: number; readonly at: readonly number[] }[] = [
  { bytes: 12, at: [12, 13, 14, 15] },
  { bytes: 8, at: [9, 10, 11, 12] },
  { bytes: 7, at: [7, 9, 10, 11] },
  { bytes: 6, at: [6, 7, 9, 10] },
  { bytes: 5, at: [5, 6, 7, 9] },
  { bytes: 4, at: [4, 5, 6, 7] },
];

/** The one that is the same everywhere: 64:ff9b::/96. */
const WELL_KNOWN: Translation = {
  prefix: [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0],
  at: [12, 13, 14, 15],
};

/** A name that has these two addresses of IPv4 alone: what else it has here is how this network translates them (RFC 7050). */
export const TRANSLATED_NAME = 'ipv4only.arpa';
const TRANSLATED: ReadonlySet<string> = new Set(['192.0.0.170', '192.0.0.171']);

/** How a network translates IPv4, from the addresses that {@link TRANSLATED_NAME} has there. */
export function translationsIn(addresses: readonly string[]): readonly Translation[] {
  return addresses.filter(isIPv6).flatMap((ip): readonly Translation[] => {
    const bytes = bytesOf(ip);
    const form = FORMS.find(({ at }) => TRANSLATED.has(at.map((place) => bytes[place]).join('.')));
    return form === undefined ? [] : [{ prefix: bytes.slice(0, form.bytes), at: form.at }];
  });
}

/**
 * Whether an IP address is one of the public network. An IPv4 address in IPv6 form is none: nobody's name leads there. One that stands
 * for IPv4 behind a translation of this network, or behind the one that is the same everywhere, is what that IPv4 address is.
 */
export function isPublicAddress(ip: string, translations: readonly Translation[] = []): boolean {
  const plain = ip.replace(/%.*$/, '');
  if (isIP(plain) === 0) return false;
  if (isIPv4(plain)) return !special.ipv4.check(plain, 'ipv4');
  const bytes = bytesOf(plain);
  const behind = [WELL_KNOWN, ...translations].find(({ prefix }) =>
    prefix.every((byte, place) => bytes[place] === byte),
  );
  if (behind === undefined) return !special.ipv6.check(plain, 'ipv6');
  return isPublicAddress(behind.at.map((place) => bytes[place]).join('.'));
}

/** The sixteen bytes of an IPv6 address. */
function bytesOf(ip: string): readonly number[] {
  // One form for all ways to write it, in which at most one run of zeros is left out.
  const written = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const [start = [], end = []] = written.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => '0');
  return [...start, ...zeros, ...end].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
