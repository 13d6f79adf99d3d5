import { describe, expect, it } from 'vitest';
import { createScrollSync } from '../editor/scroll-sync.ts';
import { interpolate } from './preview-scroll.ts';

describe('createScrollSync', () => {
  function twoViews() {
    let now = 0;
    const sync = createScrollSync(() => now);
    const shown: string[] = [];
    const left = { showLine: (line: number) => shown.push(`left ${line}`) };
    const right = { showLine: (line: number) => shown.push(`right ${line}`) };
    sync.join(left);
    const leave = sync.join(right);
    return { sync, left, right, shown, leave, wait: (time: number) => (now += time) };
  }

  it('makes the other view follow, and hears no echo of that', () => {
    const { sync, left, right, shown } = twoViews();
    sync.scrolled(left, 3);
    sync.scrolled(right, 2.9);
    sync.scrolled(left, 4);
    expect(shown).toEqual(['right 3', 'right 4']);
  });

  it('lets the other one lead once the first has come to rest', () => {
    const { sync, left, right, shown, wait } = twoViews();
    sync.scrolled(left, 3);
    wait(1_000);
    sync.scrolled(right, 8);
    expect(shown).toEqual(['right 3', 'left 8']);
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
