import * as z from 'zod';
import { type CallOptions, OperationError, type Transport } from '#content/contract/client.ts';
import { OFFLINE } from '#content/contract/french.ts';
import type { Operation } from '#content/contract/operation.ts';
import { operations } from '#content/contract/operations.ts';

const ROWS: Readonly<Record<string, Operation | undefined>> = operations;

/**
 * Calls the server each operation's first route, credentials included (docs/product.md, Calls). Rejects with an OperationError
 * for every answer that is no success and when no answer comes (`offline`); an aborted call rejects with the signal's
 * reason. `origin` is that of the page unless a test says otherwise.
 */
export function createHttpTransport(origin = ''): Transport {
  return async (name, input, options) => {
    const operation = ROWS[name];
    if (operation === undefined) throw new TypeError(`no server answers ${name}`);
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

export function noAnswer(cause: unknown): OperationError {
  return new OperationError({ status: 0, text: OFFLINE, code: 'offline' }, { cause });
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

/** A server's answer, however it was asked. */
interface HttpAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly body: string;
}

interface HttpRequest {
  readonly verb: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | Blob | null;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * How an operation's input travels: the path takes the fields it names, the query of a GET or DELETE the others, a
 * form those of an upload, bytes alone the body of a part, JSON the rest. Refuses an input that lacks a field of the path.
 */
export function requestOf(operation: Operation, input: unknown, origin: string): HttpRequest {
  const [route] = operation.routes;
  const [verb = 'GET', pattern = ''] = route.split(' ');
  const fields = fieldsOf(input);
  const { path, rest } = fillPath(pattern, fields);
  const accept = { Accept: 'application/json' };
  if (verb === 'GET' || verb === 'DELETE') {
    return { verb, address: `${origin}${path}${queryOf(rest)}`, headers: accept, body: null };
  }
  const address = `${origin}${path}`;
  if (operation.body === 'multipart') return { verb, address, headers: accept, body: formOf(rest) };
  if (operation.body === 'bytes') {
    const { part, ...others } = rest;
    const headers = { ...accept, 'Content-Type': 'application/octet-stream' };
    const body = part instanceof Uint8Array ? new Blob([new Uint8Array(part)]) : null;
    return { verb, address: `${address}${queryOf(others)}`, headers, body };
  }
  const headers = { ...accept, 'Content-Type': 'application/json' };
  return { verb, address, headers, body: JSON.stringify(rest) };
}

function fillPath(pattern: string, fields: Fields): { readonly path: string; readonly rest: Fields } {
  const used = new Set<string>();
  const path = pattern.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = fields[name];
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string' || text === '') throw new TypeError(`${pattern} needs ${name}`);
    used.add(name);
    return encodeURIComponent(text);
  });
  return { path, rest: Object.fromEntries(Object.entries(fields).filter(([name]) => !used.has(name))) };
}

function queryOf(fields: Fields): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      query.set(name, String(value));
    }
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** A file is sent under its own name; its kind is for the server to find out. */
function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (isFile(value)) form.append(name, new Blob([new Uint8Array(value.bytes)]), value.filename);
    else if (typeof value === 'string') form.append(name, value);
  }
  return form;
}

function isFile(value: unknown): value is { readonly filename: string; readonly bytes: Uint8Array } {
  return typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array;
}

function fieldsOf(input: unknown): Fields {
  return typeof input === 'object' && input !== null ? { ...input } : {};
}
