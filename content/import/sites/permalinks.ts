import { decoded } from '../../model/paths.ts';

/** The origin of a site, and the path below which it stands; an example's is none. */
export function originOf(written: string | null): { readonly origin: string | null; readonly base: string } {
  if (written === null || !URL.canParse(written)) return { origin: null, base: pathOnly(written ?? '') };
  const url = new URL(written);
  const isReal =
    /^https?:$/.test(url.protocol) &&
    !/(?:^|\.)(?:example\.(?:com|org|net)|localhost|yoursite\.com)$/.test(url.hostname);
  return { origin: isReal ? url.origin : null, base: pathOnly(url.pathname) };
}

function pathOnly(path: string): string {
  const plain = path.replace(/^\/|\/$/g, '');
  return plain === '' || !/^[\w./~-]+$/.test(plain) ? '' : `/${plain}`;
}

/** A path from the top, each of its slashes once; of an address its path. */
export function pathOf(written: string): string {
  const path = /^https?:\/\//i.test(written) && URL.canParse(written) ? new URL(written).pathname : written;
  const legible = path === written ? path : (decoded(path) ?? path);
  return `/${legible.trim()}`.replace(/\/{2,}/g, '/');
}
