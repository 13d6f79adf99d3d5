import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { addressGroup, callerOf } from './http-call.ts';

describe('addressGroup', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    // As some proxies write X-Forwarded-For.
    ['192.0.2.1:4711', '192.0.2.1'],
    ['[2001:db8:0:7::1]:4711', '2001:db8:0:7::/64'],
    ['[::ffff:192.0.2.1]', '192.0.2.1'],
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

describe('callerOf', () => {
  it('cuts what a browser says of itself at 300 characters', () => {
    const request = { get: () => 'x'.repeat(1000), ip: '::ffff:192.0.2.1' } as unknown as Request; // what is read of one
    expect(callerOf(request)).toEqual({ ipAddress: '192.0.2.1', userAgent: 'x'.repeat(300) });
  });
});
