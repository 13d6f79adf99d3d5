import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './imports.ts';

const HEADING = /^## (?:Unreleased|(\d+)\.(\d+)\.(\d+) – (\d{4}-\d\d-\d\d))$/;

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

describe('CHANGELOG.md', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^## .*$/gm)].map(([line]) => line);
  const versions = headings
    .filter((line) => line !== '## Unreleased')
    .map((line) => HEADING.exec(line) ?? []);

  it('has versions with dates, what is unreleased above them', () => {
    expect(headings.filter((line) => !HEADING.test(line))).toEqual([]);
    expect(headings.slice(1)).not.toContain('## Unreleased');
  });

  it('says each thing once', () => {
    const lines: readonly string[] = read('CHANGELOG.md').match(/^- .*$/gm) ?? [];
    expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([]);
  });

  it('has the newest version first', () => {
    const numbers = versions.map(([, ...parts]) =>
      parts.slice(0, 3).reduce((sum, part) => sum * 1000 + Number(part), 0),
    );
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
  });

  it('begins with the version of package.json', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string }; // npm checks its form
    expect(versions[0]?.slice(1, 4).join('.')).toBe(version);
  });
});
