import { describe, expect, it } from 'vitest';
import { updateSpans, type VersionFacts } from './post-updates.ts';

const day = (number: number, hour = 10): number => Date.UTC(2026, 5, number, hour);
const version = (at: number, fields: Partial<VersionFacts> = {}): VersionFacts => ({
  at,
  isPublished: true,
  publishedAt: day(1),
  unpublishedAt: null,
  isMinor: false,
  note: null,
  ...fields,
});
const shown = (versions: readonly VersionFacts[]) =>
  updateSpans(versions).map(({ kind, at, before, after }) => [
    kind,
    new Date(at).getUTCDate(),
    before,
    after,
  ]);

describe('updateSpans', () => {
  it('counts what came after the first version that readers saw', () => {
    const draft = version(day(1, 2), { isPublished: false, publishedAt: null });
    expect(shown([draft, version(day(1)), version(day(3))])).toEqual([['news', 3, 1, 2]]);
    expect(shown([version(day(1))])).toEqual([]);
    expect(shown([])).toEqual([]);
  });

  it('counts nothing that was written before the moment of publication', () => {
    const scheduled = { publishedAt: day(9) };
    const versions = [day(2), day(4), day(12)].map((at) => version(at, scheduled));
    expect(shown(versions)).toEqual([['news', 12, 1, 2]]);
  });

  it('counts nothing that readers saw before the date that the article has now', () => {
    const anew = { publishedAt: day(9) };
    const before = [version(day(1)), version(day(4)), version(day(6))];
    expect(shown([...before, version(day(9), anew)])).toEqual([]);
    expect(shown([...before, version(day(9), anew), version(day(12), anew)])).toEqual([['news', 12, 3, 4]]);
  });

  it('counts what was written while the article was away when it comes back', () => {
    const away = { isPublished: false };
    const versions = [version(day(2)), version(day(4), away), version(day(5), away), version(day(8))];
    expect(shown(versions)).toEqual([['news', 8, 0, 3]]);
    const over = [version(day(2), { unpublishedAt: day(3) }), version(day(5), { unpublishedAt: day(3) })];
    expect(shown(over)).toEqual([]);
  });

  it('takes the news of one day in Paris together, but not across a minor change', () => {
    const minor = { isMinor: true };
    const late = version(Date.UTC(2026, 5, 5, 22, 30)); // the 6th in Paris
    const versions = [version(day(1)), version(day(5, 8)), version(day(5, 9)), late];
    expect(shown(versions)).toEqual([
      ['news', 5, 0, 2],
      ['news', 5, 2, 3],
    ]);
    expect(
      shown([version(day(1)), version(day(5, 8)), version(day(5, 9), minor), version(day(5, 12))]),
    ).toEqual([
      ['news', 5, 0, 1],
      ['minor', 5, 1, 2],
      ['news', 5, 2, 3],
    ]);
  });

  it('tells two versions of one second apart, and follows no clock back in time', () => {
    const news = version(day(5), { note: 'Chiffres.' });
    const minor = version(day(5), { isMinor: true });
    expect(shown([version(day(1)), news, minor])).toEqual([
      ['news', 5, 0, 1],
      ['minor', 5, 1, 2],
    ]);
    expect(shown([version(day(1)), minor, news])).toEqual([
      ['minor', 5, 0, 1],
      ['news', 5, 1, 2],
    ]);
    expect(updateSpans([version(day(1)), news, minor])[0]?.notes).toEqual(['Chiffres.']);
    expect(shown([version(day(4)), version(day(2))])).toEqual([['news', 4, 0, 1]]);
  });
});
