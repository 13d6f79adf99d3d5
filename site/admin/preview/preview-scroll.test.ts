import { describe, expect, it } from 'vitest';
import { createScrollSync } from '../editor/scroll-sync.ts';
import { interpolate } from './preview-scroll.ts';

describe('createScrollSync', () => {
  function twoViews(last = 100) {
    const sync = createScrollSync();
    const shown: string[] = [];
    const view = (name: string) => ({
      showLine(line: number) {
        shown.push(`${name} ${line}`);
        return Math.min(line, last);
      },
    });
    const [left, right] = [view('left'), view('right')];
    sync.join(left);
    const leave = sync.join(right);
    return { sync, left, right, shown, leave };
  }

  it('makes the other view follow, and hears no echo of that, however late', () => {
    const { sync, left, right, shown } = twoViews();
    sync.scrolled(left, 3);
    sync.scrolled(right, 2.9);
    sync.scrolled(left, 4);
    sync.scrolled(right, 4.1);
    sync.scrolled(right, 4);
    expect(shown).toEqual(['right 3', 'right 4']);
  });

  it('hears no echo of a view that could not go so far', () => {
    const { sync, left, right, shown } = twoViews(30);
    sync.scrolled(left, 40);
    sync.scrolled(right, 30);
    expect(shown).toEqual(['right 40']);
  });

  it('lets the other one lead as soon as it is elsewhere', () => {
    const { sync, left, right, shown } = twoViews();
    sync.scrolled(left, 3);
    sync.scrolled(right, 8);
    sync.scrolled(left, 8);
    sync.scrolled(right, 3);
    expect(shown).toEqual(['right 3', 'left 8', 'left 3']);
  });

  it('forgets a view that left', () => {
    const { sync, left, shown, leave } = twoViews();
    leave();
    sync.scrolled(left, 3);
    expect(shown).toEqual([]);
  });
});

describe('interpolate', () => {
  const anchors = [
    { line: 0, top: 0 },
    { line: 10, top: 400 },
    { line: 20, top: 500 },
  ];

  it('finds a place between two anchors, both ways', () => {
    expect(interpolate(anchors, 5, 'line', 'top')).toBe(200);
    expect(interpolate(anchors, 450, 'top', 'line')).toBe(15);
  });

  it('stays at the ends', () => {
    expect(interpolate(anchors, 99, 'line', 'top')).toBe(500);
    expect(interpolate(anchors, -5, 'top', 'line')).toBeLessThanOrEqual(0);
  });
});
