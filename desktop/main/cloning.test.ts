import { describe, expect, it } from 'vitest';
import { ContentError } from '#content/model/errors.ts';
import { cloneFault } from './cloning.ts';

describe('cloneFault', () => {
  it('names the field it is about', () => {
    const taken = new ContentError('invalid', { path: '', reason: 'Non.', field: 'folder' });
    expect(cloneFault(taken, 'site')).toEqual({ text: 'Non.', field: 'folder' });
    const foreign = new ContentError('invalid', { path: 'site.yml', reason: 'Rien.' });
    expect(cloneFault(foreign, 'github')).toEqual({ text: 'Rien.', field: 'repository' });
    expect(cloneFault(new ContentError('remote', { fault: 'refused' }), 'new-github')?.field).toBe('token');
    const name = new ContentError('invalid', { path: '', reason: 'Pris.', field: 'name' });
    expect(cloneFault(name, 'new-github')).toEqual({ text: 'Pris.', field: 'newName' });
    expect(cloneFault(new ContentError('remote', { fault: 'refused' }), 'site')?.field).toBe('username');
  });

  it('speaks of the disk of this computer', () => {
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    for (const error of [full, new ContentError('disk-full', {})]) {
      expect(cloneFault(error, 'site')?.text).toMatch(/^Le disque de cet ordinateur/);
      expect(cloneFault(error, 'site')?.field).toBe('folder');
    }
    const denied = Object.assign(new Error('EACCES'), { code: 'EACCES' });
    expect(cloneFault(denied, 'site')?.field).toBe('folder');
  });

  it('has no sentence for a bug', () => {
    expect(cloneFault(new TypeError('x'), 'site')).toBeNull();
  });
});
