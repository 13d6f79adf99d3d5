import { isUtf8 } from 'node:buffer';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { invalidInput } from '#content/contract/input-reason.ts';
import type { Handlers, Operation } from '#content/contract/operation.ts';
import {
  type AccountOperations,
  type ContentOperations,
  type OperationName,
  operations,
} from '#content/contract/operations.ts';
import type { Person } from '#content/model/change-set.ts';
import { ContentError } from '#content/model/errors.ts';
import type { CallContext } from '#content/service/workspace.ts';
import { isReading } from '../answering.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Accounts } from '../auth/accounts.ts';
import type { SiteParts } from '../site-parts.ts';
import { readMultipart } from '../uploads/multipart.ts';
import { answerErrors, refusedStatus } from './answer-errors.ts';
import { noteCall, subjectOf } from './audit-call.ts';
import type { HttpCall, Subject } from './http-call.ts';

/** One operation as the door calls it: the checked input in, the output out. */
export type Answer = (input: unknown, call: HttpCall) => Promise<unknown>;

interface DoorOptions extends Pick<SiteParts, 'logger' | 'refusal'> {
  /** The rows that are answered: every one, unless it is said which. */
  readonly rows?: readonly OperationName[];
  /** One answer for each row that is not streamed. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** A request handler for each row that is. */
  readonly streams: Readonly<Record<string, RequestHandler>>;
  readonly accounts: Pick<Accounts, 'signedIn' | 'closed'>;
  readonly audit: Pick<AuditLog, 'write'>;
  readonly authorView: Parameters<typeof subjectOf>[0];
}

/**
 * The HTTP door: one route for each address of the table (content/contract/operations.ts). Who may call is asked before
 * anything of the body is read. Every refusal is `{ error, code, data }` with a French sentence (docs/design.md, HTTP).
 */
export function createDoor(options: DoorOptions): Router {
  const door = Router({ caseSensitive: true, strict: true });
  const methods = new Map<string, string[]>();
  const { rows = Object.keys(operations) as OperationName[] } = options; // the keys of a constant table
  for (const name of rows) {
    const row: Operation = operations[name];
    const handle = handlerOf(options, name, row);
    for (const route of row.routes) {
      const [verb = '', address = ''] = route.split(' ');
      const path = address.slice('/api'.length);
      methods.set(path, [...(methods.get(path) ?? []), verb]);
      // Every route of the table begins with one of these.
      door[verb.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'](path, handle);
    }
  }
  for (const [path, verbs] of methods) door.all(path, refuseOtherMethods(verbs));
  door.use(() => {
    throw new ContentError('not-found', { what: 'call' });
  });
  door.use(answerErrors(options.logger));
  return door;
}

function handlerOf(options: DoorOptions, name: OperationName, row: Operation): RequestHandler {
  const stream = options.streams[name];
  const answer = options.answers[name];
  if (stream === undefined && answer === undefined) throw new Error(`nothing answers ${name}`);
  return async (request, response, next) => {
    const { accounts } = options;
    const whose = async () => {
      const signedIn = await accounts.signedIn(request);
      if (row.access === 'session' && signedIn === null)
        throw (await accounts.closed()) ?? new ContentError('unauthenticated', {});
      return signedIn;
    };
    const asking = await whose();
    if (options.refusal !== null && !isReading(request)) throw options.refusal;
    if (stream !== undefined) {
      await stream(request, response, next);
      const isWhole = request.method === 'GET' && response.writableFinished;
      if (asking !== null && isWhole)
        noteCall(options.audit, { name, row, request, signedIn: asking, input: {}, output: {} });
      return;
    }
    response.set('Cache-Control', 'no-store');
    const input = await inputOf(row, { request, response });
    const signedIn = isReading(request) ? asking : await whose();
    let subject = await subjectOf(options.authorView, row, input);
    const about = (said: Subject): void => void (subject = said);
    const output = row.output.parse(await answer?.(input, { request, response, signedIn, about }));
    if (signedIn !== null) noteCall(options.audit, { name, row, request, signedIn, input, output, subject });
    if (row.status === 204) response.status(204).end();
    else response.status(row.status).json(output);
  };
}

interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

async function inputOf(row: Operation, exchange: Exchange): Promise<unknown> {
  const sent = await sentWith(row, exchange);
  const input = { ...sent, ...exchange.request.params };
  const checked = row.input.safeParse(input, { reportInput: true });
  if (!checked.success) throw invalidInput(checked.error);
  return checked.data;
}

async function sentWith(row: Operation, exchange: Exchange): Promise<object> {
  const { request, response } = exchange;
  if (row.body === 'multipart') return readMultipart(request, response);
  if (request.method === 'DELETE' || isReading(request)) return request.query;
  return readJson(request, response, row.access);
}

/** Named by commits that no person asked for. */
const NOBODY: Person = { name: 'Encrier', email: '' };

type AnyHandlers<Context> = Readonly<Record<string, (input: never, context: Context) => Promise<unknown>>>;

/** The operations of the content service and those only a server has, as the door calls them: by name, input unknown. */
export function answersOf(
  content: Handlers<ContentOperations, CallContext>,
  account: Handlers<AccountOperations, HttpCall>,
): Readonly<Record<string, Answer>> {
  const ofContent = withContext<CallContext>(content, ({ signedIn }) => ({
    author: signedIn?.author ?? NOBODY,
  }));
  return { ...ofContent, ...withContext<HttpCall>(account, (call) => call) };
}

function withContext<Context>(
  handlers: AnyHandlers<Context>,
  contextOf: (call: HttpCall) => Context,
): Readonly<Record<string, Answer>> {
  const answers = Object.entries(handlers).map(([name, handle]): [string, Answer] => [
    name,
    // The door has checked the input against the row this handler is typed by.
    (input, call) => handle(input as never, contextOf(call)),
  ]);
  return Object.fromEntries(answers);
}

/**
 * A call that exists, by a method it has not: refused with 405 and the methods it has, which are all the answer to
 * OPTIONS (RFC 9110 §15.5.6 and §9.3.7).
 */
function refuseOtherMethods(verbs: readonly string[]): RequestHandler {
  const allowed = [...new Set(verbs.flatMap((verb) => (verb === 'GET' ? ['GET', 'HEAD'] : [verb])))].join(
    ', ',
  );
  return (request, response) => {
    response.set('Allow', allowed);
    if (request.method !== 'OPTIONS') throw new ContentError('method-not-allowed', {});
    response.set('Cache-Control', 'no-store').end();
  };
}

/**
 * Largest JSON taken, in bytes: for whoever is signed in an article of 2 MB with each character escaped; for others a form.
 * Express would stop at 100 kB and lose a long article (docs/design.md, HTTP).
 */
const LIMITS: Readonly<Record<Operation['access'], { readonly bytes: number; readonly inWords: string }>> = {
  session: { bytes: 13 * 1024 * 1024, inWords: '13 Mo' },
  public: { bytes: 64 * 1024, inWords: '64 Ko' },
};

const parsers: Readonly<Record<Operation['access'], RequestHandler>> = {
  session: express.json({ limit: LIMITS.session.bytes, strict: false, verify: refuseOtherBytes }),
  public: express.json({ limit: LIMITS.public.bytes, strict: false, verify: refuseOtherBytes }),
};

/** The decoder would put U+FFFD where bytes are no UTF-8: a text that is not what was sent must not be saved. */
function refuseOtherBytes(_request: unknown, _response: unknown, bytes: Buffer, encoding: string): void {
  if (encoding === 'utf-8' && !isUtf8(bytes)) throw new SyntaxError('the body is not UTF-8');
}

/** The JSON object of a request, {} when it has no body. Throws ContentError for anything else. */
async function readJson(request: Request, response: Response, access: Operation['access']): Promise<object> {
  if (hasBody(request) && request.is('application/json') === false)
    throw new ContentError('unsupported', { reason: 'Le corps de la demande doit être du JSON.' });
  await new Promise<void>((resolve, reject) => {
    parsers[access](request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(refusal(error, access));
    });
  });
  const body: unknown = request.body === undefined ? {} : request.body;
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw new ContentError('invalid', { path: '', reason: 'Un objet JSON est attendu.' });
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? '0') > 0;
}

function refusal(error: unknown, access: Operation['access']): Error {
  const status = refusedStatus(error);
  if (status === 413) return new ContentError('too-large', { limit: LIMITS[access].inWords });
  if (status === 415) return new ContentError('unsupported', { reason: 'Cet encodage n’est pas connu ici.' });
  if (status !== null)
    return new ContentError('invalid', {
      path: '',
      reason: 'Le corps de la demande n’est pas du JSON valable.',
    });
  return error instanceof Error ? error : new Error('unreadable body', { cause: error });
}
