import { OperationError, type Transport } from '#content/contract/client.ts';
import type { Operation } from '#content/contract/operation.ts';
import { operations } from '#content/contract/operations.ts';
import { errorOf, noAnswer } from './http-error.ts';
import { type HttpAnswer, type HttpRequest, requestOf } from './http-request.ts';
import { sendWithProgress } from './send-with-progress.ts';

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
    const answer = await (operation.body === 'multipart' && typeof XMLHttpRequest !== 'undefined'
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
