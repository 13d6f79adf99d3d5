import { describe, expect, it } from 'vitest';
import { filesInCircles, importsOf, sourceFiles } from './imports.ts';
import { ROOMS, refusal, roomOf } from './layers.ts';

describe('the import table', () => {
  const files = sourceFiles();

  it('covers every source file', () => {
    expect(files.filter((file) => roomOf(file) === null && file !== 'site/vite.config.ts')).toEqual([]);
  });

  it('is kept by every import', () => {
    const refused = files
      .filter((file) => file !== 'site/vite.config.ts')
      .flatMap((file) => importsOf(file).map((target) => refusal(file, target)));
    expect(refused.filter((reason) => reason !== null)).toEqual([]);
  });

  it('leads round in no circle, types included', () => {
    expect(filesInCircles(files)).toEqual([]);
  });

  it('keeps browser files and the model free of Node', () => {
    expect(refusal('content/model/slug.ts', { name: 'node:fs' })).toMatch(/may not import the package/);
    expect(refusal('site/ui/footer.tsx', { path: 'content/git/objects/objects.ts' })).toMatch(
      /may not import/,
    );
    expect(refusal('server/app.ts', { path: 'desktop/main/main.ts' })).toMatch(/may not import/);
  });

  it('leaves SQLite to two rooms', () => {
    const rooms = ROOMS.filter(
      ({ packages }) => packages !== 'anything' && packages.includes('better-sqlite3'),
    );
    expect(rooms.map(({ folder }) => folder)).toEqual(['content/index', 'server/data']);
    expect(refusal('server/auth/sessions.ts', { name: 'better-sqlite3' })).toMatch(
      /may not import the package/,
    );
  });
});
