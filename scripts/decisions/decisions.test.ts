import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decisionIndex, faultsOf, indexFile, keptDecisions, readDecision } from './decisions.ts';

function decision(number: number, status: string) {
  const file = `00${number}-name.md`;
  return readDecision(file, `# ${number}. Name\n\nDate: 2026-11-21\n\nStatus: ${status}\n\nText.\n`);
}

describe('docs/decisions', () => {
  it('is listed in its README.md (write it again with `npm run docs:decisions`)', () => {
    expect(readFileSync(indexFile, 'utf8')).toBe(decisionIndex(keptDecisions()));
  });

  it('has every number once, and chains that both ends tell of', () => {
    expect(faultsOf(keptDecisions())).toEqual([]);
  });
});

describe('faultsOf', () => {
  it('takes a chain that both ends tell of', () => {
    const first = decision(1, 'replaced by [2](002-name.md)');
    expect(faultsOf([first, decision(2, 'in force; replaces [1](001-name.md)')])).toEqual([]);
  });

  it('names a relation of which the other decision says nothing', () => {
    expect(faultsOf([decision(1, 'in force'), decision(2, 'in force; continues [1](001-name.md)')])).toEqual([
      'only one side says: 2 continues 1',
    ]);
  });

  it('names a number that is missing, and a status that says neither of the two', () => {
    expect(faultsOf([decision(2, 'rejected')])).toEqual([
      '002-name.md stands where number 1 should',
      '002-name.md says neither « in force » nor « replaced by »',
    ]);
  });
});

describe('readDecision', () => {
  it('refuses a file without a status', () => {
    expect(() => readDecision('001-name.md', '# 1. Name\n\nDate: 2026-11-21\n\nText.\n')).toThrow(/status/);
  });

  it('refuses a file whose name has another number', () => {
    const text = '# 2. Name\n\nDate: 2026-11-21\n\nStatus: in force\n\nText.\n';
    expect(() => readDecision('001-name.md', text)).toThrow(/number 2/);
  });
});
