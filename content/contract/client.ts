import type * as z from 'zod';
import type { CallTable } from './operation.ts';
import { type AdminCalls, adminCalls, type Operations } from './operations.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Told of the part of the input that was sent, from 0 to 1; of long uploads only. */
  readonly onProgress?: (part: number) => void;
}

/** How a call of one table reaches whoever answers it. Rejects with {@link OperationError}. */
export type TransportOf<Table extends CallTable> = (
  name: keyof Table & string,
  input: unknown,
  options: CallOptions,
) => Promise<unknown>;

/** How a call reaches the service: HTTP, or the desktop's IPC. */
export type Transport = TransportOf<AdminCalls>;

/**
 * A call that failed. `text` is the sentence a person is shown, '' where nobody wrote one: then each screen has its own.
 * `message` is `STATUS: text`, for the console; without a sentence it holds what came instead (`raw`).
 */
export class OperationError extends Error {
  override readonly name = 'OperationError';
  readonly status: number;
  readonly text: string;
  readonly code: string;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    answer: {
      readonly status: number;
      readonly text: string;
      readonly code: string;
      readonly data?: Readonly<Record<string, unknown>>;
      readonly raw?: string;
    },
    options?: ErrorOptions,
  ) {
    super(`${answer.status}: ${answer.text || (answer.raw ?? '')}`, options);
    this.status = answer.status;
    this.text = answer.text;
    this.code = answer.code;
    this.data = answer.data ?? {};
  }
}

/** One typed method for each row of a table. */
export type ClientOf<Table extends CallTable> = {
  readonly [Name in keyof Table]: (
    input: z.input<Table[Name]['input']>,
    options?: CallOptions,
  ) => Promise<z.output<Table[Name]['output']>>;
};

export type Client = ClientOf<Operations>;
/** The same with the calls that a desktop alone answers. */
export type AdminClient = ClientOf<AdminCalls>;

/** The client of a transport; what comes back is checked against the table, so that a page may trust it. */
export function createClient(transport: Transport): AdminClient {
  return createClientOf(adminCalls, transport);
}

/** The client of any table, such as the desktop's own. */
export function createClientOf<Table extends CallTable>(
  table: Table,
  transport: TransportOf<Table>,
): ClientOf<Table> {
  const methods = Object.entries(table).map(([name, row]) => [
    name,
    async (input: unknown, options: CallOptions = {}) =>
      row.output.parse(await transport(name, input, options)),
  ]);
  return Object.fromEntries(methods) as ClientOf<Table>; // one method for each name, by the line above
}
