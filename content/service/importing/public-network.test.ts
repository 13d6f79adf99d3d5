import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-network.ts';

describe('isPublicAddress', () => {
  it('takes those of the public network', () => {
    const addresses = ['8.8.8.8', '172.15.255.255', '172.32.0.1', '2606:4700::1111', '2a00:1450:4007::1'];
    expect(addresses.filter((ip) => !isPublicAddress(ip))).toEqual([]);
  });

  it.each([
    ['loopback', ['127.0.0.1', '127.255.255.254', '0.0.0.0', '::1', '::']],
    [
      'private networks',
      ['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', 'fd00::1'],
    ],
    [
      'link-local, where clouds keep their metadata',
      ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254'],
    ],
    ['multicast, broadcast, reserved', ['224.0.0.1', '255.255.255.255', '240.0.0.1', 'ff02::1']],
    [
      'IPv4 in an IPv6 address',
      ['::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::'],
    ],
    ['examples, tests, tunnels', ['192.0.2.1', '198.18.0.1', '2001:db8::1', '2001::1']],
    ['no address at all', ['', 'localhost', '127.1', '1.2.3.4.5']],
  ])('refuses %s', (_, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
});
