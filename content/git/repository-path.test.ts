import { describe, expect, it } from 'vitest';
import { repositoryPathParts } from './entry-names.ts';

describe('repositoryPathParts', () => {
  it.each(['site.yml', '.gitattributes', 'posts/2026/été.md', 'images/.gitkeep', 'a/git~', 'a/.github/b'])(
    'accepts %j',
    (path) => {
      expect(repositoryPathParts(path).join('/')).toBe(path);
    },
  );

  it.each([
    '',
    '/etc/passwd',
    'posts//a.md',
    'posts/',
    '.',
    'posts/./a.md',
    '../a',
    'posts/../../a',
    '.git/config',
    'posts/.GIT/hooks',
    'a/.git',
    'a/.git . .',
    'a/GIT~1/x',
    'a/git~2',
    'a/.git::$DATA',
    'a/.git::$INDEX_ALLOCATION/x',
    'a/.g\u200cit/x',
    'a\\b',
    'C:\\a',
    'a\0b',
    'a\nb',
    'a\ud800',
    'é'.repeat(128),
    'a/'.repeat(2500) + 'a',
  ])('refuses %j', (path) => {
    expect(() => repositoryPathParts(path)).toThrow('invalid');
  });
});
