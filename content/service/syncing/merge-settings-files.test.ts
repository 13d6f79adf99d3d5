import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SETTINGS, siteText } from '../../testing/posts.ts';
import { createTreeMerges, type TreeMerges } from '../../testing/tree-merges.ts';

let merges: TreeMerges;
beforeEach(() => {
  merges = createTreeMerges();
});
afterEach(() => merges.close());

const merge: TreeMerges['merge'] = (...sides) => merges.merge(...sides);

describe('settings that both sides changed', () => {
  it('merges settings value by value, comments of both sides kept', async () => {
    const site = siteText('Essai');
    const merged = await merge({
      base: { ...SETTINGS },
      ours: { 'site.yml': site.replace('name: Essai', 'name: Nouveau') },
      theirs: { 'site.yml': `${site.replace('mantra: Avancer', 'mantra: Tenir')}# À relire\n` },
    });
    expect(merged.changes['site.yml']).toContain('name: Nouveau');
    expect(merged.changes['site.yml']).toContain('mantra: Tenir');
    expect(merged.changes['site.yml']).toContain('# À relire');
  });

  it.each(['ours', 'theirs'] as const)(
    'keeps the comments and other keys of %s beside values of lines that touch',
    async (side) => {
      const other = side === 'ours' ? 'theirs' : 'ours';
      const merged = await merge({
        base: { 'capacity.yml': 'currentMonth: T1\nnextMonth: T2\n' },
        ours: { x: 'x' },
        theirs: { x: 'x' },
        [other]: { 'capacity.yml': 'currentMonth: T1 complet\nnextMonth: T2\n' },
        [side]: {
          'capacity.yml': '# Relire en mars\ncurrentMonth: T1\nnextMonth: T2 ouvert\nmatomo: 12\n',
        },
      });
      expect(merged).toMatchObject({
        changes: {
          'capacity.yml': '# Relire en mars\ncurrentMonth: T1 complet\nnextMonth: T2 ouvert\nmatomo: 12\n',
        },
        clashes: [],
      });
    },
  );

  it('asks where both sides wrote more than values that no line tells apart', async () => {
    const merged = await merge({
      base: { 'capacity.yml': 'currentMonth: T1\nnextMonth: T2\n' },
      ours: { 'capacity.yml': 'currentMonth: T1 complet\nnextMonth: T2\n# Vu\n' },
      theirs: { 'capacity.yml': 'currentMonth: T1\nnextMonth: T2 ouvert\nmatomo: 12\n' },
    });
    expect(merged).toMatchObject({ changes: {}, clashes: ['file capacity.yml'] });
  });

  it('asks where the file that has more takes no change of a value, and ends no exchange', async () => {
    const merged = await merge({
      base: { 'capacity.yml': 'currentMonth: T1\nnextMonth: T1\n' },
      ours: { 'capacity.yml': 'currentMonth: T1 complet\nnextMonth: T1\n' },
      theirs: { 'capacity.yml': '# Relire en mars\ncurrentMonth: &mois T1\nnextMonth: *mois\n' },
    });
    expect(merged).toMatchObject({ changes: {}, clashes: ['file capacity.yml'] });
  });

  it('keeps our value of a setting that both changed, and asks', async () => {
    const site = siteText('Essai');
    const merged = await merge({
      base: { ...SETTINGS },
      ours: { 'site.yml': site.replace('name: Essai', 'name: Nôtre') },
      theirs: { 'site.yml': site.replace('name: Essai', 'name: Leur') },
    });
    expect(merged).toMatchObject({ changes: {}, clashes: ['file site.yml'] });
  });

  it('dates the availability by the later of two changes', async () => {
    const lines = (month: string, next: string, day: number) =>
      `currentMonth: ${month}\nnextMonth: ${next}\nupdatedAt: 2026-03-0${day}T08:00:00.000Z\n`;
    const merged = await merge({
      base: { 'capacity.yml': lines('T1', 'T2', 1) },
      ours: { 'capacity.yml': lines('T1 complet', 'T2', 3) },
      theirs: { 'capacity.yml': lines('T1', 'T2 ouvert', 2) },
    });
    expect(merged.clashes).toEqual([]);
    expect(merged.changes['capacity.yml']).toContain('T1 complet');
    expect(merged.changes['capacity.yml']).toContain('T2 ouvert');
    expect(merged.changes['capacity.yml']).toContain('2026-03-03');
  });

  it('puts redirects of both sides together', async () => {
    const merged = await merge({
      base: { 'redirects.yml': '/blog/x: /blog/y\n' },
      ours: { 'redirects.yml': '/blog/x: /blog/y\n/blog/ici: /blog/a\n' },
      theirs: { 'redirects.yml': '/blog/x: /blog/y\n/blog/la: gone\n' },
    });
    expect(merged.changes['redirects.yml']).toBe('/blog/x: /blog/y\n/blog/ici: /blog/a\n/blog/la: gone\n');
  });

  it('leads readers on where the other side only says that the address is gone', async () => {
    const saying = (line: string) => ({ 'redirects.yml': `/blog/a: /blog/b\n${line}` });
    const [base, leads, gone] = [saying(''), saying('/blog/x: /blog/y\n'), saying('/blog/x: gone\n')];
    expect((await merge({ base, ours: gone, theirs: leads })).changes).toEqual(leads);
    expect((await merge({ base, ours: leads, theirs: gone })).changes).toEqual({});
  });

  it('lets what leads to an address lead there where both sides say that it is gone', async () => {
    const saying = (lines: string) => ({ 'redirects.yml': `/blog/old: /blog/x\n${lines}` });
    const merged = await merge({
      base: saying(''),
      ours: saying('/blog/x: gone\n'),
      theirs: saying('/blog/x: gone\n/blog/y: /blog/z\n'),
    });
    expect(merged.changes).toEqual(saying('/blog/x: gone\n/blog/y: /blog/z\n'));
  });
});
