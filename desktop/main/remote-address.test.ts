import { describe, expect, it } from 'vitest';
import { hasCode } from '#content/model/errors.ts';
import { contentAddress } from './remote-address.ts';

describe('contentAddress', () => {
  it.each([
    ['monsite.fr', 'https://monsite.fr/content.git'],
    [' https://monsite.fr/ ', 'https://monsite.fr/content.git'],
    ['HTTPS://MonSite.fr:8443', 'https://monsite.fr:8443/content.git'],
    ['https://monsite.fr/content.git/', 'https://monsite.fr/content.git'],
    ['https://github.com/claire/site.git', 'https://github.com/claire/site.git'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000/content.git'],
    ['monsite.fr?x=1#y', 'https://monsite.fr/content.git'],
  ])('reads %s', (written, address) => expect(contentAddress(written)).toBe(address));

  it.each([
    'http://monsite.fr',
    'ssh://git@github.com/claire/site.git',
    'file:///etc',
    'https://claire:secret@monsite.fr',
    'mon site',
    'https://',
    '',
  ])('refuses %j', (written) => {
    let thrown: unknown = null;
    try {
      contentAddress(written);
    } catch (error) {
      thrown = error;
    }
    expect(hasCode(thrown, 'invalid') && thrown.data.field).toBe('address');
    expect(String(thrown)).not.toContain('secret@');
  });
});
