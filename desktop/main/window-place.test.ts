import { describe, expect, it } from 'vitest';
import { placeOnDisplays } from './window-place.ts';

const LEFT = { x: -1920, y: 0, width: 1920, height: 1080 };
const PRIMARY = { x: 0, y: 25, width: 1440, height: 875 };
const both = { all: [PRIMARY, LEFT], primary: PRIMARY };
const alone = { all: [PRIMARY], primary: PRIMARY };
const area = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

describe('placeOnDisplays', () => {
  it.each([
    ['inside the primary display', area(40, 60, 1280, 800)],
    ['on a display to the left', area(-1800, 10, 1280, 800)],
    ['across two displays, wider than either', area(-1500, 30, 2600, 800)],
    ['partly outside, where a hand still reaches it', area(1300, 60, 1280, 800)],
  ])('leaves a window %s where it was', (_where, place) => {
    expect(placeOnDisplays(place, both)).toEqual(place);
  });

  it.each([
    ['on a display that is gone', area(-1800, 10, 1280, 800)],
    ['with its upper edge above the display', area(40, -300, 1280, 800)],
    ['below the display', area(40, 890, 1280, 800)],
    ['of which a sliver is seen', area(1400, 60, 1280, 800)],
    ['far away', area(1e12, 1e12, 1280, 800)],
  ])('puts a window %s in the middle', (_where, place) => {
    expect(placeOnDisplays(place, alone)).toEqual({ width: 1280, height: 800 });
  });

  it('makes a window no larger than the displays that are left', () => {
    expect(placeOnDisplays(area(-1800, 10, 1900, 1050), alone)).toEqual({ width: 1440, height: 875 });
    expect(placeOnDisplays(area(0, 25, 1e9, 1e9), both)).toEqual(area(0, 25, 3360, 1080));
  });
});
