/** The head of what a CGI program answers (RFC 3875 §6). */
export interface CgiHead {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** A longer head is none of git's. */
const MAX_HEAD_BYTES = 64 * 1024;
/** The headers of git's that are passed on. */
const PASSED_ON = /^(?:content-type|content-length|cache-control|expires|pragma)$/i;

/**
 * Takes the pieces of an answer until its head is whole: then the head and what follows of the body; null before. Throws
 * when what comes is no head.
 */
export function createHeadReader(): (
  piece: Buffer,
) => { readonly head: CgiHead; readonly rest: Buffer } | null {
  let read: Buffer = Buffer.alloc(0);
  return (piece) => {
    read = Buffer.concat([read, piece]);
    const end = /\r?\n\r?\n/.exec(read.subarray(0, MAX_HEAD_BYTES).toString('latin1'));
    if (end === null) {
      if (read.length > MAX_HEAD_BYTES) throw new Error('git http-backend answered no head');
      return null;
    }
    const head = parseHead(read.toString('latin1', 0, end.index));
    return { head, rest: read.subarray(end.index + end[0].length) };
  };
}

function parseHead(text: string): CgiHead {
  const lines = text.split(/\r?\n/).map((line) => {
    const [, name = '', value = ''] = /^([A-Za-z-]+): *(.*)$/.exec(line) ?? [];
    return [name, value] as const;
  });
  const status = lines.find(([name]) => name.toLowerCase() === 'status')?.[1] ?? '200';
  return { status: Number.parseInt(status, 10), headers: lines.filter(([name]) => PASSED_ON.test(name)) };
}
