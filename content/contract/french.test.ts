import { describe, expect, it } from 'vitest';
import { sentenceOf } from './french.ts';

describe('sentenceOf', () => {
  it('speaks of a full disk that may be the author’s own as well as a server’s', () => {
    expect(sentenceOf('disk-full', {})).toContain('Le disque où sont vos articles');
  });

  it('names the lock file that is in the way, and what to do about it', () => {
    expect(sentenceOf('locked', { lock: 'refs/heads/main.lock' })).toContain(
      'supprimez le fichier «\u00a0refs/heads/main.lock\u00a0» du dépôt',
    );
    expect(sentenceOf('locked', { lock: 'main' })).not.toContain('supprimez');
  });
});
