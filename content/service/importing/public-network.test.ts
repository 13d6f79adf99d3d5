import { describe, expect, it } from 'vitest';
import { isPublicAddress, translationsIn } from './public-network.ts';

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
      [
        '::ffff:127.0.0.1',
        '::ffff:7f00:1',
        '0:0:0:0:0:FFFF:8.8.8.8',
        '::127.0.0.1',
        '::ffff:0:127.0.0.1',
        '2002:7f00:1::',
        '2002:808:808::1',
      ],
    ],
    [
      'private IPv4 behind a translation',
      [
        '64:ff9b::7f00:1',
        '64:ff9b::10.0.0.1',
        '64:ff9b::169.254.169.254',
        '64:ff9b:1::8.8.8.8',
        '64:ff9b:1::a00:1',
      ],
    ],
    ['examples, tests, tunnels', ['192.0.2.1', '198.18.0.1', '2001:db8::1', '2001::1', '3fff::1', '5f00::1']],
    ['what nobody was given', ['1000::1', '4000::1', 'fec0::1', '::2:0:0:1']],
    ['no address at all', ['fe80', ':', '::g', '[::1]']],
    ['no address either', ['', 'localhost', '127.1', '1.2.3.4.5']],
  ])('refuses %s', (_, addresses) => {
    expect(addresses.filter((ip) => isPublicAddress(ip))).toEqual([]);
  });

  it('takes for IPv4 what a network translates, however it does', () => {
    expect(isPublicAddress('64:ff9b::8.8.8.8')).toBe(true);
    const [first] = ['2a02:dead:beef::c000:aa', '64:ff9b:1::c000:ab'].map((ip) =>
      translationsIn([ip, '192.0.0.170']),
    );
    expect(isPublicAddress('2a02:dead:beef::808:808', first)).toBe(true);
    expect(isPublicAddress('2a02:dead:beef::10.0.0.1', first)).toBe(false);
    expect(isPublicAddress('2a02:dead:beef::10.0.0.1')).toBe(true);
    const own = translationsIn(['64:ff9b:1::192.0.0.171']);
    expect(isPublicAddress('64:ff9b:1::8.8.8.8', own)).toBe(true);
    expect(isPublicAddress('64:ff9b:1::192.168.1.1', own)).toBe(false);
    expect(isPublicAddress('64:ff9b:1:ffff::8.8.8.8', own)).toBe(false);
  });

  it.each([
    ['2a02:b0:c000:aa::', '2a02:b0:808:808::', '2a02:b0:a00:1::'],
    ['2a02:b0:0:c000:0:aa00::', '2a02:b0:0:808:8:800::', '2a02:b0:0:a00:0:100::'],
  ])('knows where a prefix of another length has IPv4: %s', (named, there, inside) => {
    const own = translationsIn([named]);
    expect(own).toHaveLength(1);
    expect([isPublicAddress(there, own), isPublicAddress(inside, own)]).toEqual([true, false]);
  });
});
