import * as z from 'zod';
import { OperationError } from '#content/contract/client.ts';
import { replyErrorSchema } from '#content/contract/reply.ts';
import type { HttpAnswer } from './http-transport.ts';

const withErrorField = z.object({ error: z.string().min(1) });

/** SPEC.md §8 and DESIGN.md « HTTP »: the `error` field, else the body, else the status text. */
export function errorOf({ status, statusText, body }: HttpAnswer): OperationError {
  const json = parsed(body);
  const ours = replyErrorSchema.safeParse(json);
  if (ours.success) return new OperationError({ ...ours.data, status, text: ours.data.error });
  const named = withErrorField.safeParse(json);
  const text = named.success ? named.data.error : body === '' ? statusText : body;
  return new OperationError({ status, text, code: status === 401 ? 'unauthenticated' : 'internal' });
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null; // Not JSON: a proxy's page, for instance.
  }
}
