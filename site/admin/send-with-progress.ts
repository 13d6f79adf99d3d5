import type { CallOptions } from '#content/contract/client.ts';
import type { HttpAnswer, HttpRequest } from './http-request.ts';

/** Sends by XMLHttpRequest, the one way browsers tell how much of a body was sent. Rejects when no answer comes. */
export function sendWithProgress(
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
