/** The parts of a day as addresses state them. */
export interface Day {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
  readonly second: string;
  readonly monthName: string;
  readonly yearDay: string;
}

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);

/**
 * The day that a date states as it is written, `2019-05-01 08:30 +0200`: generators make addresses of it before any zone. Where none is
 * stated, the first day of all, as Hugo has it.
 */
export function dayOf(written: string): Day {
  const match = /(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?/.exec(written);
  const [year = '0001', month = '1', day = '1', hour = '0', minute = '00', second = '00'] =
    match?.slice(1).map((part: string | undefined) => part) ?? [];
  const first = Date.UTC(Number(year), 0, 1);
  const yearDay =
    Math.round((Date.UTC(Number(year), Number(month) - 1, Number(day)) - first) / 86_400_000) + 1;
  return {
    year,
    month: month.padStart(2, '0'),
    day: day.padStart(2, '0'),
    hour: hour.padStart(2, '0'),
    minute,
    second,
    monthName: MONTHS[Number(month) - 1] ?? '',
    yearDay: String(yearDay).padStart(3, '0'),
  };
}

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
  const path =
    /^https?:\/\//i.test(written) && URL.canParse(written) ? decodeURI(new URL(written).pathname) : written;
  return `/${path.trim()}`.replace(/\/{2,}/g, '/');
}
