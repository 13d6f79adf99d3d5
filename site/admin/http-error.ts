import * as z from 'zod';
import { OperationError } from '#content/contract/client.ts';
import { sentenceOf } from '#content/contract/french.ts';
import type { HttpAnswer } from './http-request.ts';

/** A proxy may write such a field too: what stands beside it is then whatever it likes. */
const anyError = z.object({
  error: z.string().trim().min(1),
  code: z.string().optional().catch(undefined),
  data: z.record(z.string(), z.unknown()).catch({}),
});

/**
 * The error of an answer that is no success. Only its `error` field is a sentence to show: anything else, a proxy's page
 * for instance, goes into the message alone, or the status text where there is no body.
 */
export function errorOf({ status, statusText, body }: HttpAnswer): OperationError {
  const code = status === 401 ? 'unauthenticated' : 'internal';
  const { success, data } = anyError.safeParse(parsed(body));
  if (!success) return new OperationError({ status, text: '', code, raw: body === '' ? statusText : body });
  return new OperationError({ status, text: data.error, code: data.code ?? code, data: data.data });
}

/** The error of a call that nobody answered. */
export function noAnswer(cause: unknown): OperationError {
  return new OperationError({ status: 0, text: sentenceOf('offline', {}), code: 'offline' }, { cause });
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null; // Not JSON: a proxy's page, for instance.
  }
}
