import { DEEP, INK } from './palette.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A number as an SVG attribute: two decimals at most, so that a picture is the same everywhere. */
export function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function polyline(points: readonly Point[]): string {
  return points.map((point, index) => `${index === 0 ? 'M' : 'L'}${n(point.x)} ${n(point.y)}`).join('');
}

/** A smooth path through all the points (Catmull-Rom as Bézier curves). */
export function smooth(points: readonly Point[], tension = 0.5): string {
  let path = '';
  points.forEach((point, index) => {
    const previous = points[index - 1];
    if (previous === undefined) {
      path += `M${n(point.x)} ${n(point.y)}`;
      return;
    }
    const before = points[index - 2] ?? previous;
    const after = points[index + 1] ?? point;
    const pull = tension / 3;
    const first = {
      x: previous.x + (point.x - before.x) * pull,
      y: previous.y + (point.y - before.y) * pull,
    };
    const second = { x: point.x - (after.x - previous.x) * pull, y: point.y - (after.y - previous.y) * pull };
    path += `C${n(first.x)} ${n(first.y)} ${n(second.x)} ${n(second.y)} ${n(point.x)} ${n(point.y)}`;
  });
  return path;
}

/** A point of a circle; angle 0 is at the top, and angles grow clockwise, in turns. */
export function onCircle(centre: Point, radius: number, turns: number): Point {
  const angle = turns * 2 * Math.PI - Math.PI / 2;
  return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
}

export function arc(centre: Point, radius: number, from: number, to: number): string {
  const start = onCircle(centre, radius, from);
  const end = onCircle(centre, radius, to);
  return `M${n(start.x)} ${n(start.y)}A${n(radius)} ${n(radius)} 0 ${to - from > 0.5 ? 1 : 0} 1 ${n(end.x)} ${n(end.y)}`;
}

export function linear(
  id: string,
  box: readonly [number, number, number, number],
  stops: readonly Stop[],
): string {
  const [x1, y1, x2, y2] = box;
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}">${stops.map(stop).join('')}</linearGradient>`;
}

export function radial(id: string, centre: Point, radius: number, stops: readonly Stop[]): string {
  return `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${n(centre.x)}" cy="${n(centre.y)}" r="${n(radius)}">${stops.map(stop).join('')}</radialGradient>`;
}

/** Offset, colour, opacity. */
export type Stop = readonly [offset: number, colour: string, opacity: number];

function stop([offset, colour, opacity]: Stop): string {
  return `<stop offset="${n(offset)}" stop-color="${colour}" stop-opacity="${n(opacity)}"/>`;
}

/** A soft copy of what it is put on. In sRGB: linear light has too few steps for near-blacks, and tints them. */
export function blur(id: string, deviation: number): string {
  return `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="${n(deviation)}"/></filter>`;
}

/** Fine grain over the whole picture: it gives the dark grounds depth and keeps their gradients from banding. */
export function grain(seed: number, opacity: number): { readonly defs: string; readonly body: string } {
  const defs = `<filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.85" numOctaves="2" seed="${seed}"/><feColorMatrix type="matrix" values="0.6 0.3 0.1 0 0 0.6 0.3 0.1 0 0 0.6 0.3 0.1 0 0 0 0 0 0 1"/></filter>`;
  const body = `<rect width="100%" height="100%" filter="url(#grain)" opacity="${opacity}" style="mix-blend-mode:soft-light"/>`;
  return { defs, body };
}

/** What a dark picture stands on: ink, one soft light, darker edges, grain on top. */
export function scene(options: {
  readonly width: number;
  readonly height: number;
  readonly light: Point;
  readonly seed: number;
  readonly defs: string;
  readonly body: string;
}): string {
  const { width, height, light, seed } = options;
  const noise = grain(seed, 0.42);
  const ground = radial('ground', light, width * 0.75, [
    [0, '#1A2536', 1],
    [0.3, '#121A28', 1],
    [0.65, INK, 1],
    [1, DEEP, 1],
  ]);
  const edges = radial('edges', { x: width / 2, y: height / 2 }, width * 0.66, [
    [0.55, DEEP, 0],
    [1, DEEP, 0.75],
  ]);
  return document(
    width,
    height,
    `<defs>${ground}${edges}${noise.defs}${options.defs}</defs><rect width="100%" height="100%" fill="url(#ground)"/>${options.body}<rect width="100%" height="100%" fill="url(#edges)"/>${noise.body}`,
  );
}

export function document(width: number, height: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`;
}
