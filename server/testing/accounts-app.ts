import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { pino } from 'pino';
import { accountOperations } from '#content/contract/account-operations.ts';
import { replyTo, STATUS_OF } from '#content/contract/reply.ts';
import { ContentError, hasCode } from '#content/model/errors.ts';
import type { TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { createAuditLog } from '../audit/audit-log.ts';
import { type Accounts, type AccountsOptions, openAccounts } from '../auth/accounts.ts';
import { openState } from '../data/state.ts';
import { sameOrigin } from '../middleware/same-origin.ts';
import { TEST_PASSWORDS } from './running-server.ts';

export const PASSWORD = 'seize-loutres-vertes';
export const ADMIN = { username: 'Camille', password: PASSWORD } as const;

type Options = Partial<Pick<AccountsOptions, 'origin' | 'admin' | 'sessionSecret' | 'passwordWork'>>;
export type AccountsApp = Awaited<ReturnType<typeof openAccountsApp>>;

interface Call {
  readonly body?: unknown;
  readonly cookie?: string;
  /** Where the call seems to come from. */
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
interface Credentials {
  readonly username: string;
  readonly password: string;
}
export interface Answered {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> & readonly unknown[];
  readonly retryAfter: string | null;
  readonly setCookies: readonly string[];
  /** What a browser would send next. */
  readonly cookie: string;
}

/** Accounts behind a real HTTP server, at a time the test sets. Close it always. */
export async function openAccountsApp(folder: TemporaryFolder, options: Options = {}) {
  let now = Date.UTC(2026, 2, 14, 9, 30);
  const clock = () => now;
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const origin = options.origin ?? 'http://localhost:3000';
  const say = (sentence: string) => errors.push(sentence);
  const state = await openState({ dataDir: folder.path, onError, say });
  const logger = pino({ level: 'silent' });
  const audit = createAuditLog({ state, clock, keepMonths: 12, logger, onError });
  const accounts = await openAccounts({
    dataDir: folder.path,
    state,
    clock,
    audit,
    origin,
    logger,
    say,
    refusal: null,
    admin: options.admin ?? null,
    sessionSecret: options.sessionSecret ?? null,
    passwordWork: options.passwordWork ?? TEST_PASSWORDS,
  });
  const server = createServer(createDoor(accounts, origin)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // a listening TCP server has one

  async function call(route: string, { body, cookie, address = '192.0.2.1', headers = {} }: Call = {}) {
    const [method = 'GET', path = '/'] = route.split(' ');
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        'X-Forwarded-For': address,
        'User-Agent': 'Essai/1.0',
        'Content-Type': 'application/json',
        ...(cookie === undefined ? {} : { Cookie: cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return answered(response, await response.text());
  }

  return {
    accounts,
    audit,
    errors,
    call,
    signIn: (credentials: Partial<Credentials> = {}, from: Call = {}) =>
      call('POST /api/login', { ...from, body: { ...ADMIN, ...credentials } }),
    advance(ms: number): void {
      now += ms;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await accounts.close();
      await audit.close();
      state.close();
    },
  };
}

function answered(response: Response, text: string): Answered {
  const setCookies = response.headers.getSetCookie();
  return {
    status: response.status,
    body: (text === '' ? {} : JSON.parse(text)) as Answered['body'], // objects and lists: tests say what is in them
    retryAfter: response.headers.get('retry-after'),
    setCookies,
    cookie: setCookies.map((line) => line.split(';')[0]).join('; '),
  };
}

/** The smallest door: the rows of the table that accounts answer. */
function createDoor(accounts: Accounts, origin: string): Express {
  const app = express().set('trust proxy', 1);
  app.use(express.json(), sameOrigin({ origin, host: '127.0.0.1' }), accounts.middleware);
  const rows = Object.entries(accountOperations);
  for (const [name, handler] of Object.entries(accounts.handlers)) {
    const row = rows.find(([rowName]) => rowName === name)?.[1];
    if (row === undefined) throw new Error(`no row for ${name}`);
    const [verb, path = ''] = row.routes[0].split(' ');
    const answer: RequestHandler = async (request, response) => {
      const input = row.input.parse({ ...request.query, ...request.body, ...request.params });
      const call = { request, response, signedIn: await accounts.signedIn(request) };
      const output = row.output.parse(
        await (handler as (input: unknown, call: unknown) => unknown)(input, call),
      );
      if (row.status === 204) response.status(204).end();
      else response.status(row.status).json(output);
    };
    app.all(path, (request, response, next) =>
      request.method === verb ? answer(request, response, next) : next(),
    );
  }
  const refuse: ErrorRequestHandler = (error: unknown, _request, response, next) => {
    const known: ContentError | null = error instanceof ContentError ? error : null;
    if (known === null) {
      next(error);
      return;
    }
    if (hasCode(known, 'throttled')) response.set('Retry-After', String(known.data.retryAfter));
    response.status(STATUS_OF[known.code]).json(replyTo(known));
  };
  return app.use(refuse);
}
