import * as z from 'zod';
import type { ContentError, ErrorCode } from '#content/model/errors.ts';
import { sentenceOf } from './french.ts';

/** HTTP's status of each error (docs/design.md, HTTP). */
export const STATUS_OF: Readonly<Record<ErrorCode, number>> = {
  'not-found': 404,
  gone: 410,
  invalid: 400,
  conflict: 409,
  'slug-taken': 409,
  done: 409,
  locked: 503,
  'read-only': 503,
  'disk-full': 507,
  corrupt: 503,
  'accounts-closed': 503,
  unauthenticated: 401,
  forbidden: 403,
  refused: 401,
  'too-large': 413,
  unsupported: 415,
  throttled: 429,
  starting: 503,
  preparing: 503,
  'method-not-allowed': 405,
  offline: 503,
  remote: 502,
  internal: 500,
};

/** An error as it crosses a door: a French sentence, its code, and what the code carries. */
const replyErrorSchema = z.object({
  error: z.string(),
  code: z.string(),
  data: z.record(z.string(), z.unknown()).default({}),
});
export type ReplyError = z.output<typeof replyErrorSchema>;

/** What crosses IPC: Electron keeps only the message of a thrown error, so nothing is thrown across it. */
export const replySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), status: z.number(), error: replyErrorSchema }),
]);
export type Reply = z.output<typeof replySchema>;

/** What a door answers to an error that the caller can act on. Repository paths stay inside. */
export function replyTo(error: ContentError): ReplyError {
  const { code, data } = error;
  const { path: _, ...shown } = data as { readonly path?: string }; // every code's data is an object
  return { error: sentenceOf(code, data), code, data: shown };
}
