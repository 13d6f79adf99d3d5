import { describe, expect, it } from 'vitest';
import { readSignedAddress, signedAddress, uploadIdOf } from './signed-address.ts';

const SECRET = Buffer.alloc(32, 7);
const GRANT = {
  id: '0b8a1f6e-3c52-4f7d-9a1e-5d2c7b9e4f10',
  user: '5e0d6c1a-7f1b-4a55-8c2e-91f3b4d6a7c8',
  expires: 1_800_000_000_000,
};
const ADDRESS = signedAddress(GRANT, SECRET);
/** It is ASCII. */
const SIGNS = Array.from(ADDRESS);

describe('readSignedAddress', () => {
  it('reads what was signed', () => {
    expect(readSignedAddress(ADDRESS, SECRET)).toEqual(GRANT);
  });

  it('refuses the address with any one sign changed', () => {
    const bent = SIGNS.flatMap((sign, at) =>
      ['0', '1', 'a', 'A', '-', '&', '%', '/'].flatMap((other) =>
        other === sign ? [] : [ADDRESS.slice(0, at) + other + ADDRESS.slice(at + 1)],
      ),
    );
    expect(bent.filter((address) => readSignedAddress(address, SECRET) !== null)).toEqual([]);
  });

  it('refuses the address with any one sign left out or doubled', () => {
    const bent = SIGNS.flatMap((sign, at) => [
      ADDRESS.slice(0, at) + ADDRESS.slice(at + 1),
      ADDRESS.slice(0, at) + sign + ADDRESS.slice(at),
    ]);
    expect(bent.filter((address) => readSignedAddress(address, SECRET) !== null)).toEqual([]);
  });

  it.each([
    ['a parameter more', `${ADDRESS}&x=1`],
    ['a parameter twice', `${ADDRESS}&expires=1900000000000`],
    ['a fragment', `${ADDRESS}#x`],
    ['a host', `https://exemple.fr${ADDRESS}`],
    ['no signature', ADDRESS.replace(/&signature=.*$/, '')],
    ['an empty signature', ADDRESS.replace(/signature=.*$/, 'signature=')],
    ['another order', ADDRESS.replace(/expires=(\d+)&user=([^&]+)/, 'user=$2&expires=$1')],
    ['an escaped sign', ADDRESS.replace('expires', '%65xpires')],
    ['nothing', ''],
  ])('refuses one with %s', (_, address) => {
    expect(readSignedAddress(address, SECRET)).toBeNull();
  });

  it('refuses the signature of another secret', () => {
    expect(readSignedAddress(ADDRESS, Buffer.alloc(32, 8))).toBeNull();
  });
});

describe('uploadIdOf', () => {
  it.each([
    [`/api/objects/${GRANT.id}`, GRANT.id],
    [ADDRESS, null],
    ['/api/objects/../x', null],
    ['/api/objects/upload', null],
  ])('of %s', (path, id) => {
    expect(uploadIdOf(path)).toBe(id);
  });
});
