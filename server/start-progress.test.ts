import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createCloneProgress } from './start-progress.ts';
import { createCapturedLog } from './testing/running-server.ts';

describe('createCloneProgress', () => {
  it('says once a second how far the copy is, and at any moment to whoever asks', () => {
    let now = 0;
    const log = createCapturedLog();
    const progress = createCloneProgress(pino({ level: 'info' }, log.stream), () => now);
    expect(progress.sentence()).toBeNull();
    progress.note({ step: 'receive', done: 3_000_000 });
    expect(progress.sentence()).toBe('Copie du dépôt distant\u00a0: 3\u00a0Mo reçus…');
    now = 1000;
    progress.note({ step: 'check', done: 34_000, total: 60_123 });
    const spoken = progress.sentence()?.replaceAll(/[\u202f\u00a0]/g, ' ');
    expect(spoken).toBe('Vérification du dépôt distant : 34 000 objets vérifiés sur 60 123…');
    expect(log.lines).toHaveLength(1);
    progress.noteSilence('Il ne répond pas.');
    expect([progress.sentence(), progress.isSilent()]).toEqual(['Il ne répond pas.', true]);
    progress.note({ step: 'receive', done: 0 });
    expect(progress.isSilent()).toBe(false);
    progress.done();
    expect(progress.sentence()).toBeNull();
  });
});
