import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { drawing, sizesIn } from './drawing.ts';
import { roomGraph } from './graph.ts';

const kept = readFileSync(new URL('../../docs/images/architecture.svg', import.meta.url), 'utf8');

describe('docs/images/architecture.svg', () => {
  const rooms = roomGraph();
  const drawn = sizesIn(kept);

  it('draws what is imported now (draw it again with `npm run docs:architecture`)', () => {
    const asDrawn = rooms.map((room) => ({ ...room, lines: drawn.get(room.folder) ?? -1 }));
    expect(kept).toBe(drawing(asDrawn));
  });

  it('shows sizes that are a thousand lines from the truth at most, beyond rounding', () => {
    const far = rooms.filter(({ folder, lines }) => Math.abs(lines - (drawn.get(folder) ?? 0)) > 1000);
    expect(far).toEqual([]);
  });
});

describe('drawing', () => {
  it('refuses an import that leads up, so that layers are layers', () => {
    expect(() => drawing([{ folder: 'content/model', lines: 0, imports: ['content/git'] }])).toThrow(
      /not below/,
    );
  });

  it('refuses a room that nobody gave a place', () => {
    expect(() => drawing([{ folder: 'site/new', lines: 0, imports: [] }])).toThrow(/no place/);
  });
});
