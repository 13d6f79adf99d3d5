import { describe, expect, it } from 'vitest';
import { historyPath, PATHS, postPath, sectionAt, settingsPath } from './sections.ts';

const ID = 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6';

describe('sectionAt', () => {
  it.each([
    [PATHS.posts, { kind: 'posts' }],
    ['/admin/', { kind: 'posts' }],
    ['/admin/articles', { kind: 'posts' }],
    [PATHS.newPost, { kind: 'post', id: null }],
    [postPath(ID), { kind: 'post', id: ID }],
    [historyPath(ID), { kind: 'history', id: ID }],
    ['/admin/images', { kind: 'images' }],
    ['/admin/reglages', { kind: 'settings', tab: 'site' }],
    [settingsPath('account'), { kind: 'settings', tab: 'account' }],
    [`${settingsPath('capacity')}/`, { kind: 'settings', tab: 'capacity' }],
    ['/admin/reglages/autre', { kind: 'unknown' }],
    ['/admin/journal', { kind: 'audit' }],
    ['/admin/problemes', { kind: 'problems' }],
    ['/admin/corbeille/', { kind: 'bin' }],
    ['/admin/autre', { kind: 'unknown' }],
    ['/admin/articles/1', { kind: 'unknown' }],
    ['/admin/articles/inconnu', { kind: 'unknown' }],
    ['/admin/images/1', { kind: 'unknown' }],
    ['/index.html', { kind: 'posts' }],
  ])('of %s is %j', (path, section) => {
    expect(sectionAt(path)).toEqual(section);
  });
});
