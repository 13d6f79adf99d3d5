import { describe, expect, it } from 'vitest';
import { importedBy, importGraph, nearestTests } from './near.ts';

const graph = importGraph();

describe('what is near a change', () => {
  it('begins with the tests that import the file itself', () => {
    const tests = nearestTests(['content/model/slug.ts'], graph);
    expect(tests[0]).toBe('content/model/slug.test.ts');
    expect(tests.indexOf('content/model/slug.test.ts')).toBeLessThan(tests.indexOf('server/app.test.ts'));
  });

  it('has the tests of the same folder first where others are as far', () => {
    const importers = new Map([
      ['server/api/calls.ts', ['content/model/slug.test.ts', 'server/app.test.ts']],
    ]);
    expect(nearestTests(['server/api/calls.ts'], { ...graph, importers })).toEqual([
      'server/app.test.ts',
      'content/model/slug.test.ts',
    ]);
  });

  it('is the test itself where that changed, and nothing where nothing imports the file', () => {
    expect(nearestTests(['content/model/slug.test.ts'], graph)).toEqual(['content/model/slug.test.ts']);
    expect(nearestTests(['README.md'], graph)).toEqual([]);
  });

  it('is still known where a file was deleted', () => {
    const importers = new Map([['content/model/gone.ts', ['content/model/slug.test.ts']]]);
    expect(nearestTests(['content/model/gone.ts'], { ...graph, importers })).toEqual([
      'content/model/slug.test.ts',
    ]);
  });

  it('follows imports down to the build that a test reads', () => {
    expect(importedBy(['server/app.test.ts'], graph)).toContain('server/compose.ts');
    expect(importedBy(['content/model/slug.test.ts'], graph)).not.toContain('server/compose.ts');
  });
});
