/** A point or a direction: x to the right, y up, z towards the viewer. The unit is about the half height of a head. */
export type Vector = readonly [x: number, y: number, z: number];

/** Signed distance, roughly, from a point to the bust: negative inside. */
export function distance(point: Vector): number {
  const face = turn(point, HEAD_TURN);
  const body = turn(point, BODY_TURN);
  if (point[1] > NO_TORSO_ABOVE) return blend(head(face), neck(body), 0.2);
  if (point[1] < NO_HEAD_UNDER) return blend(neck(body), torso(body), 0.32);
  return blend(blend(head(face), neck(body), 0.2), torso(body), 0.32);
}

export type Material = 'skin' | 'hair' | 'shirt' | 'jacket' | 'seam';

/** What a point of the surface belongs to. */
export function materialAt(point: Vector): Material {
  const body = turn(point, BODY_TURN);
  if (body[1] < COLLAR - throat(body)) return clothes(body);
  return isHair(turn(point, HEAD_TURN)) ? 'hair' : 'skin';
}

/** Where the other half of the figure is too far to matter: a bust takes a million looks. */
const NO_TORSO_ABOVE = -0.45;
const NO_HEAD_UNDER = -1.7;
const HEAD_TURN = 0.46;
const BODY_TURN = 0.2;
const COLLAR = -1.16;
const LAPEL_END = -3;

/** How far the open collar goes down in front. */
function throat([x, , z]: Vector): number {
  const front = Math.min(1, Math.max(0, (z + 0.1) / 0.3));
  return front * Math.max(0, 0.36 - Math.abs(x)) * 1.15;
}

function clothes([x, y, z]: Vector): Material {
  const height = y - LAPEL_END;
  const opening = height * 0.27;
  const lapel = opening + 0.34 * Math.min(1, Math.max(0, height * 0.62));
  const side = Math.abs(x);
  if (z > 0 && height > 0 && (Math.abs(side - opening) < 0.01 || Math.abs(side - lapel) < 0.008))
    return 'seam';
  return z > 0 && side < opening ? 'shirt' : 'jacket';
}

/** Short hair: behind an uneven line over the forehead, around the ear, down to the nape. */
function isHair([x, y, z]: Vector): boolean {
  const isEar = Math.abs(x) > 0.64 && Math.hypot((z + 0.06) / 0.2, (y + 0.04) / 0.25) < 1;
  if (isEar) return false;
  const temple = 0.3 * Math.max(0, Math.abs(x) - 0.34);
  const uneven = 0.018 * Math.sin(x * 13 + 1) + 0.012 * Math.sin(x * 31);
  return y > -0.36 && z * 0.8 - y * 0.6 + 0.02 - temple + uneven < 0;
}

function head(point: Vector): number {
  const mirrored: Vector = [Math.abs(point[0]), point[1], point[2]];
  let shape = ellipsoid(point, [0, 0.24, -0.1], [0.7, 0.86, 0.84]);
  shape = blend(shape, ellipsoid(point, [0, -0.38, 0.18], [0.53, 0.62, 0.56]), 0.26);
  shape = blend(shape, ellipsoid(point, [0, -0.8, 0.46], [0.27, 0.16, 0.2]), 0.22);
  shape = blend(shape, ellipsoid(mirrored, [0.4, -0.1, 0.48], [0.15, 0.12, 0.16]), 0.24);
  shape = blend(shape, ellipsoid(mirrored, [0.22, 0.21, 0.66], [0.22, 0.06, 0.08]), 0.2);
  shape = carve(shape, ellipsoid(mirrored, [0.28, 0.04, 0.84], [0.15, 0.08, 0.12]), 0.2);
  shape = blend(shape, ellipsoid(mirrored, [0.28, 0.02, 0.63], [0.13, 0.07, 0.09]), 0.1);
  shape = blend(shape, capsule(point, [0, 0.14, 0.74], [0, -0.2, 0.95], 0.065), 0.1);
  shape = blend(shape, ellipsoid(mirrored, [0.08, -0.24, 0.84], [0.08, 0.06, 0.09]), 0.06);
  shape = blend(shape, ellipsoid(point, [0, -0.48, 0.74], [0.2, 0.04, 0.08]), 0.06);
  shape = blend(shape, ellipsoid(point, [0, -0.57, 0.72], [0.17, 0.045, 0.08]), 0.05);
  shape = blend(shape, ellipsoid(mirrored, [0.71, -0.04, -0.08], [0.07, 0.22, 0.14]), 0.05);
  return blend(shape, ellipsoid(point, [0.05, 0.46, -0.14], [0.68, 0.72, 0.8]), 0.14);
}

function neck(point: Vector): number {
  return capsule(point, [0, -0.7, -0.08], [0, -1.6, -0.22], 0.41);
}

function torso(point: Vector): number {
  const mirrored: Vector = [Math.abs(point[0]), point[1], point[2]];
  let shape = ellipsoid(point, [0, -2.92, -0.2], [1.62, 1.5, 0.78]);
  shape = blend(shape, capsule(mirrored, [0.3, -1.42, -0.25], [1.42, -1.94, -0.28], 0.36), 0.4);
  shape = blend(shape, capsule(mirrored, [1.5, -2.12, -0.26], [1.72, -4.4, -0.1], 0.44), 0.22);
  return shape;
}

function turn([x, y, z]: Vector, angle: number): Vector {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return [x * cos - z * sin, y, x * sin + z * cos];
}

function ellipsoid([x, y, z]: Vector, [cx, cy, cz]: Vector, [rx, ry, rz]: Vector): number {
  const dx = x - cx;
  const dy = y - cy;
  const dz = z - cz;
  const near = Math.hypot(dx / rx, dy / ry, dz / rz);
  const slope = Math.hypot(dx / (rx * rx), dy / (ry * ry), dz / (rz * rz));
  return slope === 0 ? -Math.min(rx, ry, rz) : (near * (near - 1)) / slope;
}

function capsule([x, y, z]: Vector, [ax, ay, az]: Vector, [bx, by, bz]: Vector, radius: number): number {
  const [dx, dy, dz] = [bx - ax, by - ay, bz - az];
  const along = ((x - ax) * dx + (y - ay) * dy + (z - az) * dz) / (dx * dx + dy * dy + dz * dz);
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(x - ax - dx * t, y - ay - dy * t, z - az - dz * t) - radius;
}

/** Union of two shapes with a soft joint. */
function blend(a: number, b: number, softness: number): number {
  const overlap = Math.max(softness - Math.abs(a - b), 0) / softness;
  return Math.min(a, b) - overlap * overlap * softness * 0.25;
}

/** `a` without `b`, with a soft edge. */
function carve(a: number, b: number, softness: number): number {
  return -blend(-a, b, softness);
}
