import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { hasCode } from '../model/errors.ts';
import type { Site } from '../model/site.ts';
import type { HistoryFile } from '../testing/content-history.ts';
import {
  createPostsWorkspace,
  type PostsWorkspace,
  TEST_CALLER,
  TEST_NOW,
} from '../testing/posts-workspace.ts';
import { createSettingsOperations, type SettingsOperations } from './settings-operations.ts';

const SITE_TEXT = readFileSync(new URL('../starter/site.yml', import.meta.url), 'utf8');
const CAPACITY_TEXT = readFileSync(new URL('../starter/capacity.yml', import.meta.url), 'utf8');
const PORTRAIT = 'images/2026/portrait-antoine-delvaure-fb72d0bc3d29.jpg';
const FILES = {
  'site.yml': SITE_TEXT,
  'capacity.yml': CAPACITY_TEXT,
  [PORTRAIT]: 'octets',
  'images/a.png': 'x',
};

let opened: PostsWorkspace | null = null;
afterEach(async () => {
  await opened?.close();
  opened = null;
});

async function open(files: Readonly<Record<string, HistoryFile>> = FILES) {
  opened = await createPostsWorkspace(files);
  return { ...opened, settings: createSettingsOperations({ ...opened, origin: 'https://exemple.fr' }) };
}

/** Lines that the last commit took away and added. */
function lastChange(git: PostsWorkspace['git']): readonly string[] {
  return git('show', '--format=', '--unified=0', 'main')
    .split('\n')
    .filter((line) => /^[+-](?![+-]{2} )/.test(line));
}

function withBrand(site: Site, name: string): Site {
  return { ...site, brand: { ...site.brand, name } };
}

async function saveSite(
  settings: SettingsOperations,
  change: (site: Site) => Site,
  revision?: string | null,
) {
  const current = await settings.getSite({}, TEST_CALLER);
  return settings.updateSite(
    { site: change(current.site as Site), revision: revision === undefined ? current.revision : revision },
    TEST_CALLER,
  );
}

async function refusal(action: () => Promise<unknown>): Promise<unknown> {
  try {
    await action();
    return null;
  } catch (error) {
    if (hasCode(error, 'invalid') || hasCode(error, 'conflict')) return { code: error.code, ...error.data };
    throw error;
  }
}

describe('updateSite', () => {
  it('makes one commit, by the caller, of the lines that differ', async () => {
    const { settings, git } = await open();
    const saved = await saveSite(settings, (site) => withBrand(site, 'Autre marque'));
    expect(lastChange(git)).toEqual(['-  name: Delvaure Conseil', '+  name: Autre marque']);
    expect(git('log', '-1', '--format=%an %ae %cn%n%B').trim()).toBe(
      'Camille Test camille@exemple.fr Encrier\nModifier les textes du site\n\nEncrier-Action: edit-site',
    );
    expect(git('rev-parse', 'main:site.yml')).toBe(saved.revision);
    expect(await settings.getSite({}, TEST_CALLER)).toEqual(saved);
  });

  it('makes no commit of what is there already', async () => {
    const { settings, git } = await open();
    const before = git('rev-parse', 'main');
    const saved = await saveSite(settings, (site) => structuredClone(site));
    expect([git('rev-parse', 'main'), saved.revision]).toEqual([before, git('rev-parse', 'main:site.yml')]);
  });

  it('puts together what two people changed in different places', async () => {
    const { settings, git } = await open();
    const first = await settings.getSite({}, TEST_CALLER);
    await saveSite(settings, (site) => withBrand(site, 'Autre marque'));
    const site = first.site as Site;
    const ours = { ...site, footer: { ...site.footer, mantra: 'Avancer.' } };
    const saved = await settings.updateSite({ site: ours, revision: first.revision }, TEST_CALLER);
    expect(saved.site).toEqual(withBrand(ours, 'Autre marque'));
    expect(lastChange(git)).toHaveLength(2);
  });

  it('puts a change of another program, not seen yet, together with the caller’s', async () => {
    const { settings, git, commitBehind } = await open();
    const first = await settings.getSite({}, TEST_CALLER);
    commitBehind({ 'site.yml': SITE_TEXT.replace('badge: Ironman', 'badge: Marathon # nouveau') });
    const site = first.site as Site;
    await settings.updateSite({ site: withBrand(site, 'Nous'), revision: first.revision }, TEST_CALLER);
    const text = git('show', 'main:site.yml');
    expect(text).toContain('name: Nous\n  badge: Marathon # nouveau\n');
  });

  it('answers a conflict when two people changed one value, and writes nothing', async () => {
    const { settings, git } = await open();
    const first = await settings.getSite({}, TEST_CALLER);
    await saveSite(settings, (site) => withBrand(site, 'La leur'));
    const before = git('rev-parse', 'main');
    const ours = withBrand(first.site as Site, 'La nôtre');
    expect(
      await refusal(() => settings.updateSite({ site: ours, revision: first.revision }, TEST_CALLER)),
    ).toEqual({
      code: 'conflict',
      path: 'site.yml',
    });
    expect(git('rev-parse', 'main')).toBe(before);
  });

  it('is no conflict when both say the same', async () => {
    const { settings } = await open();
    const first = await settings.getSite({}, TEST_CALLER);
    const theirs = await saveSite(settings, (site) => withBrand(site, 'La même'));
    const site = withBrand(first.site as Site, 'La même');
    const saved = await settings.updateSite({ site, revision: first.revision }, TEST_CALLER);
    expect(saved).toEqual(theirs);
  });

  it('answers a conflict for a revision that nobody knows, or that is another file', async () => {
    const { settings, git } = await open();
    for (const revision of [
      '0'.repeat(40),
      git('rev-parse', 'main:images/a.png'),
      git('rev-parse', 'main'),
    ]) {
      const attempt = () => saveSite(settings, (site) => withBrand(site, 'X'), revision);
      expect(await refusal(attempt)).toMatchObject({ code: 'conflict' });
    }
  });

  it('takes only images that are there', async () => {
    const { settings } = await open();
    const withLogo = (logo: string) => (site: Site) => ({ ...site, brand: { ...site.brand, logo } });
    for (const logo of ['/images/b.png', 'https://ailleurs.fr/a.png', '/images/../a.png', '']) {
      expect(await refusal(() => saveSite(settings, withLogo(logo)))).toMatchObject({
        code: 'invalid',
        field: 'brand.logo',
      });
    }
    const saved = await saveSite(settings, withLogo('/images/a.png'));
    expect(saved.site).toMatchObject({ brand: { logo: '/images/a.png' } });
  });

  it('lets an image stay that went missing', async () => {
    const { settings } = await open({ ...FILES, [PORTRAIT]: null });
    const saved = await saveSite(settings, (site) => withBrand(site, 'Autre'));
    expect(saved.site).toMatchObject({ owner: { portrait: `/${PORTRAIT}` } });
  });

  it('leaves a file that cannot be read as it is', async () => {
    const { settings, workspace, git, commitBehind } = await open();
    const broken = SITE_TEXT.replace('  name: Delvaure Conseil', '  name: "sans fin');
    commitBehind({ 'site.yml': broken });
    await workspace.refresh();
    expect(await refusal(() => saveSite(settings, (site) => withBrand(site, 'X')))).toMatchObject({
      code: 'invalid',
      reason: expect.stringMatching(
        /site\.yml ne se lit pas \(ligne \d+\).*rien n’a été enregistré/,
      ) as string,
    });
    expect(`${git('show', 'main:site.yml')}\n`).toBe(broken);
  });

  it('writes a file again that was removed, comments and all', async () => {
    const { settings, git, commitBehind } = await open();
    commitBehind({ 'site.yml': null });
    await saveSite(settings, (site) => withBrand(site, 'Revenue'));
    expect(`${git('show', 'main:site.yml')}\n`).toBe(
      SITE_TEXT.replace('name: Delvaure Conseil', 'name: Revenue'),
    );
  });

  it('writes the file that was not there', async () => {
    const { settings, git } = await open({ 'site.yml': null });
    const first = await settings.getSite({}, TEST_CALLER);
    expect(first.revision).toBeNull();
    const saved = await settings.updateSite(
      { site: withBrand(first.site as Site, 'Premier'), revision: null },
      TEST_CALLER,
    );
    expect(git('rev-parse', 'main:site.yml')).toBe(saved.revision);
    expect(await settings.getSite({}, TEST_CALLER)).toEqual(saved);
  });
});

describe('updateCapacitySettings', () => {
  it('writes what changed, and when', async () => {
    const { settings, git } = await open();
    const { capacity, revision } = await settings.getCapacitySettings({}, TEST_CALLER);
    const wanted = { ...capacity, availabilityStatus: 'Places disponibles', updatedAt: 'hier' };
    const saved = await settings.updateCapacitySettings({ capacity: wanted as never, revision }, TEST_CALLER);
    const now = new Date(TEST_NOW).toISOString();
    expect(lastChange(git)).toEqual([
      '-availabilityStatus: Complet',
      '+availabilityStatus: Places disponibles',
      "-updatedAt: '2026-11-02T09:00:00.000Z'",
      `+updatedAt: '${now}'`,
    ]);
    expect(saved.capacity).toMatchObject({ updatedAt: now, availabilityStatus: 'Places disponibles' });
    expect(git('log', '-1', '--format=%s')).toBe('Mettre à jour la disponibilité');
  });

  it('writes nothing when only the moment differs', async () => {
    const { settings, git } = await open();
    const before = git('rev-parse', 'main');
    const { capacity, revision } = await settings.getCapacitySettings({}, TEST_CALLER);
    const wanted = { ...capacity, updatedAt: null };
    await settings.updateCapacitySettings({ capacity: wanted as never, revision }, TEST_CALLER);
    expect(git('rev-parse', 'main')).toBe(before);
  });

  it('is no conflict when another moment was written meanwhile', async () => {
    const { settings } = await open();
    const first = await settings.getCapacitySettings({}, TEST_CALLER);
    const save = (change: object) =>
      settings.updateCapacitySettings(
        { capacity: { ...first.capacity, ...change } as never, revision: first.revision },
        TEST_CALLER,
      );
    await save({ maxSlots: '4' });
    expect((await save({ waitlistCount: '12' })).capacity).toMatchObject({
      maxSlots: '4',
      waitlistCount: '12',
    });
  });

  it('makes every one of many saves at once', async () => {
    const { settings, git } = await open();
    const { capacity, revision } = await settings.getCapacitySettings({}, TEST_CALLER);
    const changes = [
      { maxSlots: '4' },
      { waitlistCount: '12' },
      { currentMonth: 'T2 2027' },
      { nextMonth: 'T3 2027' },
    ];
    await Promise.all(
      changes.map((change) =>
        settings.updateCapacitySettings(
          { capacity: { ...capacity, ...change } as never, revision },
          TEST_CALLER,
        ),
      ),
    );
    expect((await settings.getCapacitySettings({}, TEST_CALLER)).capacity).toMatchObject(
      Object.assign({}, ...changes) as object,
    );
    expect(git('fsck', '--strict')).toBe('');
  });
});
