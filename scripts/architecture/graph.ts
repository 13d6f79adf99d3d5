import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, root, sourceFiles } from '../imports.ts';
import { ROOMS, roomOf } from '../layers.ts';

/** One room of the product and what its files import, tests left out. */
export interface RoomNode {
  readonly folder: string;
  /** Lines of its source, to the nearest thousand; below that, 0. */
  readonly lines: number;
  /** Rooms that at least one of its files imports, by folder. */
  readonly imports: readonly string[];
}

const ROUND = 1000;

/** The rooms of the product as their files are: those that may import anything (tests, scripts) are none of it. */
export function roomGraph(): readonly RoomNode[] {
  const drawn = ROOMS.filter(({ rooms }) => rooms !== 'anything').map(({ folder }) => folder);
  const lines = new Map(drawn.map((folder) => [folder, 0]));
  const imports = new Map(drawn.map((folder) => [folder, new Set<string>()]));
  for (const file of sourceFiles().filter((name) => !/\.test\.tsx?$/.test(name))) {
    const folder = roomOf(file)?.folder ?? '';
    if (!lines.has(folder)) continue;
    lines.set(folder, (lines.get(folder) ?? 0) + linesOf(file));
    for (const target of importsOf(file)) {
      const other = 'path' in target ? roomOf(target.path)?.folder : undefined;
      if (other !== undefined && other !== folder) imports.get(folder)?.add(other);
    }
  }
  return drawn.map((folder) => ({
    folder,
    lines: Math.round((lines.get(folder) ?? 0) / ROUND) * ROUND,
    imports: [...(imports.get(folder) ?? [])].sort(),
  }));
}

function linesOf(file: string): number {
  return readFileSync(join(root, file), 'utf8').split('\n').length - 1;
}
