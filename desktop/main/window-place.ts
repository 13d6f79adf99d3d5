import type { BrowserWindow } from 'electron';
import type { Settings, SettingsFile } from './settings.ts';

/** A rectangle of the desktop, in the points that Electron counts. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Displays {
  readonly all: readonly Area[];
  readonly primary: Area;
}

/** So much of a window's upper edge has to be seen for a hand to take hold of it. */
const HOLD = { across: 100, below: 50, above: 10 } as const;

/**
 * Where a window opens that was at `place` the last time: there, if it can be taken hold of on a display. Where that display
 * is gone it has no place, so that the system puts it in the middle, and no more size than the primary display has.
 */
export function placeOnDisplays(
  { x, y, width, height }: Area,
  { all, primary }: Displays,
): Partial<Area> & Pick<Area, 'width' | 'height'> {
  if (all.some((display) => canBeHeld({ x, y, width, height }, display))) {
    const [across, down] = [spanOf(all, 'x', 'width'), spanOf(all, 'y', 'height')];
    return { x, y, width: Math.min(width, across), height: Math.min(height, down) };
  }
  return { width: Math.min(width, primary.width), height: Math.min(height, primary.height) };
}

function canBeHeld({ x, y, width }: Area, display: Area): boolean {
  const across = Math.min(x + width, display.x + display.width) - Math.max(x, display.x);
  const isLow = y >= display.y + display.height - HOLD.below;
  return across > HOLD.across && y >= display.y - HOLD.above && !isLow;
}

/** From the first edge of all displays to the last. */
function spanOf(areas: readonly Area[], edge: 'x' | 'y', size: 'width' | 'height'): number {
  return (
    Math.max(...areas.map((area) => area[edge] + area[size])) - Math.min(...areas.map((area) => area[edge]))
  );
}

/** A window that is dragged tells of each step; its place is written once it rested this long, in milliseconds. */
const REST_MS = 400;

interface KeepPlaceOptions {
  readonly settings: Pick<SettingsFile, 'get' | 'change'>;
  readonly onError: (error: unknown) => void;
}

/** Keeps a window's place and size for the next start, a moment after they changed: a program that is killed tells nobody. */
export function keepPlace(window: BrowserWindow, { settings, onError }: KeepPlaceOptions): void {
  let resting: NodeJS.Timeout | undefined;
  const keep = () => {
    clearTimeout(resting);
    const place = placeOf(window);
    if (!isSame(place, settings.get().window)) settings.change({ window: place }).catch(onError);
  };
  const keepSoon = () => {
    clearTimeout(resting);
    resting = setTimeout(keep, REST_MS);
  };
  window.on('move', keepSoon);
  window.on('resize', keepSoon);
  window.on('maximize', keepSoon);
  window.on('unmaximize', keepSoon);
  window.on('close', keep);
  window.on('closed', () => clearTimeout(resting));
}

type Place = NonNullable<Settings['window']>;

function placeOf(window: BrowserWindow): Place {
  const { x, y, width, height } = window.getNormalBounds();
  return { x, y, width, height, isMaximized: window.isMaximized() };
}

function isSame(place: Place, known: Place | null): boolean {
  return JSON.stringify(place) === JSON.stringify(known);
}
