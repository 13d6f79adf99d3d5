import { Readable } from 'node:stream';
import { NO_OBJECT_ID } from '../objects/object-id.ts';
import type { Advertised } from './advertised-refs.ts';
import { exchange, type HttpOptions, remoteError } from './http-exchange.ts';
import { FLUSH, pktLine } from './pkt-line.ts';
import { checkReport, readReport } from './push-commit.ts';

const WANTED = ['report-status', 'side-band-64k'];

/**
 * Removes a ref of a remote that is at `from` still, and nothing otherwise: 'behind' then, 'rejected' when its rules forbid
 * it (gitprotocol-pack(5): a push that only deletes has no pack).
 */
export async function deleteRef(
  http: HttpOptions,
  { service, capabilities }: Advertised,
  { ref, from }: { readonly ref: string; readonly from: string },
): Promise<void> {
  if (!WANTED.every((name) => capabilities.has(name))) throw remoteError('not-a-repository');
  if (!capabilities.has('delete-refs')) throw remoteError('rejected');
  const command = `${from} ${NO_OBJECT_ID} ${ref}\0 ${WANTED.join(' ')} agent=encrier`;
  const body = Buffer.concat([pktLine(command), FLUSH]);
  const answer = await exchange(http, {
    url: service,
    expects: 'application/x-git-receive-pack-result',
    headers: { 'Content-Type': 'application/x-git-receive-pack-request' },
    body: { length: body.length, read: () => Readable.from([body]) },
  });
  checkReport(await readReport(answer.pieces), ref);
}
