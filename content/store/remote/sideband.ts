import { remoteError } from './http-exchange.ts';
import { cutShort, garbled, type PktLines } from './pkt-line.ts';

const DATA = 1;
const PROGRESS = 2;
const MAX_MESSAGE = 4000;

/**
 * The data of a side-band-64k stream (gitprotocol-pack(5)). What the other side says beside it goes to `onMessage`; the end
 * of the stream before its flush packet is a network cut.
 */
export async function* readSideband(
  lines: PktLines,
  { first, onMessage }: { readonly first?: Buffer; readonly onMessage?: (text: string) => void },
): AsyncGenerator<Buffer> {
  let line: Buffer | 'flush' | null = first ?? (await lines.next());
  for (; line instanceof Buffer; line = await lines.next()) {
    const band = line[0];
    const body = line.subarray(1);
    if (band === DATA) yield body;
    else if (band === PROGRESS) onMessage?.(body.toString('utf8', 0, MAX_MESSAGE));
    else if (band === 3) throw remoteError('rejected', { cause: new Error(body.toString('utf8', 0, 500)) });
    else throw garbled();
  }
  if (line === null) throw cutShort();
}
