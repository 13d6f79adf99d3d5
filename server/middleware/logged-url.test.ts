import { describe, expect, it } from 'vitest';
import { loggedUrl } from './logged-url.ts';

describe('loggedUrl', () => {
  it('leaves out what opens a preview', () => {
    expect(loggedUrl('/apercu/secret?utm=1')).toBe('/apercu/…');
  });

  it('leaves out what makes an upload ours', () => {
    expect(loggedUrl('/api/objects/a-b?expires=1&user=c&signature=secret')).toBe(
      '/api/objects/a-b?expires=1&user=c&signature=…',
    );
  });

  const secret = 'Qx_-'.repeat(11).slice(0, 43);
  it.each([
    [`HTTP://exemple.fr/apercu/${secret}`, 'HTTP://exemple.fr/apercu/…'],
    [`//apercu/${secret}`, '//apercu/…'],
    [`/api/objects/a-b?Signature=${secret}&user=c`, '/api/objects/a-b?Signature=…&user=c'],
    [`/api/objects/a-b?user=c&%73ignature=${secret}#x`, '/api/objects/a-b?user=c&%73ignature=…#x'],
    [`/api/objects/a-b?user=c&amp;signature=${secret}`, '/api/objects/a-b?user=c&amp;signature=…'],
  ])('leaves it out of %s too', (url, logged) => {
    expect(loggedUrl(url)).toBe(logged);
  });

  it('keeps other addresses whole', () => {
    expect(loggedUrl('/blog/apercu/x?y=1')).toBe('/blog/apercu/x?y=1');
  });
});
