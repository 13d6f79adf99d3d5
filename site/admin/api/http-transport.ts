import * as z from 'zod';
import { type CallOptions, OperationError, type Transport } from '#content/contract/client.ts';
import { sentenceOf } from '#content/contract/french.ts';
import type { Operation } from '#content/contract/operation.ts';
import { operations } from '#content/contract/operations.ts';
import { type HttpAnswer, type HttpRequest, requestOf } from './http-request.ts';

/**
 * Calls the server each operation's first route, credentials included (docs/product.md, Calls). Rejects with an OperationError
 * for every answer that is no success and when no answer comes (`offline`); an aborted call rejects with the signal's
 * reason. `origin` is that of the page unless a test says otherwise.
 */
export function createHttpTransport(origin = ''): Transport {
  return async (name, input, options) => {
    const operation: Operation = operations[name];
    const request = requestOf(operation, input, origin);
    options.signal?.throwIfAborted();
    const answer = await (operation.body !== undefined && typeof XMLHttpRequest !== 'undefined'
      ? sendWithProgress(request, options)
      : send(request, options.signal)
    ).catch((error: unknown) => {
      options.signal?.throwIfAborted();
      throw noAnswer(error);
    });
    if (answer.status < 200 || answer.status >= 300) throw errorOf(answer);
    return valueOf(answer);
  };
}

async function send(
  { verb, address, body, headers }: HttpRequest,
  signal?: AbortSignal,
): Promise<HttpAnswer> {
  const response = await fetch(address, {
    method: verb,
    headers,
    credentials: 'include',
    ...(body === null ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  });
  return { status: response.status, statusText: response.statusText, body: await response.text() };
}

function valueOf(answer: HttpAnswer): unknown {
  if (answer.body === '') return undefined;
  try {
    return JSON.parse(answer.body);
  } catch (cause) {
    const text = 'La réponse du serveur est illisible.';
    throw new OperationError({ status: answer.status, text, code: 'internal' }, { cause });
  }
}

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

/** Sends by XMLHttpRequest, the one way browsers tell how much of a body was sent. Rejects when no answer comes. */
function sendWithProgress(
  { verb, address, headers, body }: HttpRequest,
  { signal, onProgress }: CallOptions,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const abort = () => call.abort();
    signal?.addEventListener('abort', abort, { once: true });
    call.open(verb, address);
    call.withCredentials = true;
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
    call.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    });
    call.addEventListener('load', () => {
      resolve({ status: call.status, statusText: call.statusText, body: call.responseText });
    });
    call.addEventListener('error', () => reject(new Error(`no answer from ${address}`)));
    call.addEventListener('abort', () => reject(new Error(`${address} aborted`)));
    call.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    call.send(body);
  });
}
