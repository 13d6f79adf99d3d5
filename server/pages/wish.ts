import type { IncomingMessage } from 'node:http';

/** What a reader's request says about the form of the answer. */
export interface Wish {
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

const ACCEPT_ENCODING = 'accept-encoding';
const IF_NONE_MATCH = 'if-none-match';

/**
 * The two headers a page depends on, from the list as it came: `request.headers` would first sort all of them into an
 * object, which is a tenth of what a ready page costs. Repeated headers are joined (RFC 9110 §5.2).
 */
export function wishOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): Wish {
  let acceptEncoding: string | undefined;
  let ifNoneMatch: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === ACCEPT_ENCODING.length && name.toLowerCase() === ACCEPT_ENCODING) {
      acceptEncoding = joined(acceptEncoding, rawHeaders[at + 1]);
    } else if (name.length === IF_NONE_MATCH.length && name.toLowerCase() === IF_NONE_MATCH) {
      ifNoneMatch = joined(ifNoneMatch, rawHeaders[at + 1]);
    }
  }
  return { acceptEncoding, ifNoneMatch };
}

function joined(before: string | undefined, value: string | undefined): string | undefined {
  return before === undefined || value === undefined ? (value ?? before) : `${before}, ${value}`;
}
