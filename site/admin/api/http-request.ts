import type { Operation } from '#content/contract/operation.ts';

/** A server's answer, however it was asked. */
export interface HttpAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly body: string;
}

export interface HttpRequest {
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
