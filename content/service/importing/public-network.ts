import { BlockList, isIP, isIPv6 } from 'node:net';

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
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
];

// One each: an IPv4 address would be looked for in the networks of IPv6 as well, and all of them are in ::ffff:0:0/96.
const special = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, bits] of SPECIAL) {
  const family = familyOf(network);
  special[family].addSubnet(network, bits, family);
}

function familyOf(ip: string): 'ipv4' | 'ipv6' {
  return isIPv6(ip) ? 'ipv6' : 'ipv4';
}

/** Whether an IP address is one of the public network. An IPv4 address in IPv6 form is none: nobody's name leads there. */
export function isPublicAddress(ip: string): boolean {
  const plain = ip.replace(/%.*$/, '');
  const family = familyOf(plain);
  return isIP(plain) !== 0 && !special[family].check(plain, family);
}
