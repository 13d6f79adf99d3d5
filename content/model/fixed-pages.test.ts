import { describe, expect, it } from 'vitest';
import { isFixedAddress, isKeptAddress } from './fixed-pages.ts';

describe('isFixedAddress', () => {
  it('knows the addresses of the table, and nothing that every object has', () => {
    expect(['/', '/mentions-legales', '/blog', 'toString'].map(isFixedAddress)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('isKeptAddress', () => {
  it('leaves those of the law to the owner', () => {
    expect(['/', '/mentions-legales', '/a-propos'].map(isKeptAddress)).toEqual([true, false, false]);
  });
});
