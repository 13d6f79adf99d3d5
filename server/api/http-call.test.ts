import { describe, expect, it } from 'vitest';
import { addressGroup } from './http-call.ts';

describe('addressGroup', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
    ['2001:0DB8::7:1:2:3:4', '2001:db8:0:7::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('puts %j in %j', (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });
});
