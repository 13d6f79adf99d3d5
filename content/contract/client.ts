import type * as z from 'zod';
import { type OperationName, type Operations, operations } from './operations.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Told of the part of the input that was sent, from 0 to 1; of long uploads only. */
  readonly onProgress?: (part: number) => void;
}

/** How a call reaches the service: HTTP, or the desktop's IPC. Rejects with {@link OperationError}. */
export type Transport = (name: OperationName, input: unknown, options: CallOptions) => Promise<unknown>;

/** A call that failed. `message` is `STATUS: text` (SPEC.md §8); `text` is the sentence alone. */
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
    },
    options?: ErrorOptions,
  ) {
    super(`${answer.status}: ${answer.text}`, options);
    this.status = answer.status;
    this.text = answer.text;
    this.code = answer.code;
    this.data = answer.data ?? {};
  }
}

/** One typed method for each row of the table. */
export type Client = {
  readonly [Name in OperationName]: (
    input: z.input<Operations[Name]['input']>,
    options?: CallOptions,
  ) => Promise<z.output<Operations[Name]['output']>>;
};

/** The client of a transport; what comes back is checked against the table, so that a page may trust it. */
export function createClient(transport: Transport): Client {
  const names = Object.keys(operations) as OperationName[]; // the keys of a constant table
  const methods = names.map((name) => [
    name,
    async (input: unknown, options: CallOptions = {}) =>
      operations[name].output.parse(await transport(name, input, options)),
  ]);
  return Object.fromEntries(methods) as Client; // one method for each name, by the line above
}
