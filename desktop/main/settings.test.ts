import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processIdentity } from '#content/git/processes.ts';
import { createTemporaryFolder } from '#content/testing/temporary-repository.ts';
import { openSettings, sweepSettingsFolder } from './settings.ts';

let place: ReturnType<typeof createTemporaryFolder>;
let said: string[];
const say = (sentence: string) => void said.push(sentence);
beforeEach(() => {
  said = [];
  place = createTemporaryFolder();
});
afterEach(() => place.remove());

describe('openSettings', () => {
  it('has on disk all that was changed once it is idle, asked for or not', async () => {
    const file = join(place.path, 'settings.json');
    const settings = await openSettings(file, say);
    void settings.change({ folder: '/articles' });
    void settings.change({ zoom: 1 });
    await settings.idle();
    expect((await openSettings(file, say)).get()).toMatchObject({ folder: '/articles', zoom: 1 });
    expect(readdirSync(place.path)).toEqual(['settings.json']);
  });

  it('becomes idle although a change could not be written', async () => {
    const settings = await openSettings(join(place.path, 'absent', 'settings.json'), say);
    await expect(settings.change({ zoom: 1 })).rejects.toThrow();
    await expect(settings.idle()).resolves.toBeUndefined();
  });

  it('keeps the folder and the author when another part is damaged', async () => {
    const file = join(place.path, 'settings.json');
    const author = { name: 'Claire Dubois', email: 'claire@exemple.fr' };
    const first = { window: null, zoom: 0, spelling: 'checked' };
    const window = { x: 0, y: 0, width: 0, height: 0, isMaximized: false };
    writeFileSync(file, JSON.stringify({ folder: '/articles', author, window, zoom: 'large', spelling: 1 }));
    expect((await openSettings(file, say)).get()).toEqual({ folder: '/articles', author, ...first });
    expect(said).toEqual([]);
  });

  it.each(['{"folder":', '', '[]', '7', 'null'])(
    'sets aside what holds none, and says so: %j',
    async (text) => {
      const file = join(place.path, 'settings.json');
      writeFileSync(file, text);
      const settings = await openSettings(file, say);
      expect(settings.get()).toMatchObject({ folder: null, author: null, spelling: 'checked' });
      await settings.change({ folder: '/articles' });
      expect(said).toMatchObject([expect.stringContaining(`${file} est abîmé`)]);
      const [aside = '', ...others] = readdirSync(place.path).filter((name) => name !== 'settings.json');
      expect([readFileSync(join(place.path, aside), 'utf8'), others]).toEqual([text, []]);
    },
  );
});

describe('sweepSettingsFolder', () => {
  it('removes what dead programs were writing, and nothing else', async () => {
    const dead = 'tmp_obj_encrier-00000000-0000-4000-8000-000000000000.1.1-abc';
    const alive = `tmp_obj_encrier-${processIdentity()}-abc`;
    const caches = join(place.path, 'content');
    const cache = join(caches, '0123456789abcdef');
    mkdirSync(cache, { recursive: true });
    for (const folder of [place.path, cache])
      for (const name of [dead, alive, 'settings.json']) writeFileSync(join(folder, name), '');
    await sweepSettingsFolder(place.path, caches);
    expect(readdirSync(cache)).toEqual(['settings.json', alive]);
    expect(readdirSync(place.path)).toEqual(['content', 'settings.json', alive]);
    await sweepSettingsFolder(join(place.path, 'absent'), join(place.path, 'absent'));
  });
});
