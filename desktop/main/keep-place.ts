import type { BrowserWindow } from 'electron';
import type { Settings, SettingsFile } from './settings.ts';

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
