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

  it('keeps other addresses whole', () => {
    expect(loggedUrl('/blog/apercu/x?y=1')).toBe('/blog/apercu/x?y=1');
  });
});
