// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { createScrollSync } from '../editor/scroll-sync.ts';
import { interpolate } from './preview-scroll.ts';

describe('createScrollSync', () => {
  function twoViews() {
    const sync = createScrollSync();
    const shown: string[] = [];
    const view = (name: string) => ({
      page: document.implementation.createHTMLDocument(),
      showLine: (line: number) => shown.push(`${name} ${line}`),
    });
    const [left, right] = [view('left'), view('right')];
    sync.join(left);
    const leave = sync.join(right);
    const touch = ({ page }: typeof left, hand: string) =>
      page.body.dispatchEvent(new Event(hand, { bubbles: true }));
    return { sync, left, right, shown, leave, touch };
  }

  it('makes the other view follow, and hears no echo of that', () => {
    const { sync, left, right, shown } = twoViews();
    sync.scrolled(left, 3);
    sync.scrolled(right, 2.5);
    sync.scrolled(left, 4);
    sync.scrolled(right, 5);
    expect(shown).toEqual(['right 3', 'right 4']);
  });

  it.each(['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown'])(
    'lets the view lead that %s is in',
    (hand) => {
      const { sync, left, right, shown, touch } = twoViews();
      sync.scrolled(left, 3);
      touch(right, hand);
      sync.scrolled(right, 8);
      sync.scrolled(left, 7);
      touch(left, hand);
      sync.scrolled(right, 9);
      sync.scrolled(left, 3);
      expect(shown).toEqual(['right 3', 'left 8', 'right 3']);
    },
  );

  it('forgets a view that left', () => {
    const { sync, left, right, shown, touch, leave } = twoViews();
    touch(right, 'wheel');
    leave();
    touch(right, 'wheel');
    sync.scrolled(left, 3);
    sync.join({
      page: document.implementation.createHTMLDocument(),
      showLine: (line) => shown.push(`new ${line}`),
    });
    sync.scrolled(left, 4);
    expect(shown).toEqual(['new 4']);
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
