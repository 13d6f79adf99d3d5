/** What each code carries, beside its name. The union of codes is closed: every door must know them all. */
export interface ErrorData {
  readonly 'not-found': { readonly what: string };
  readonly invalid: { readonly path: string; readonly reason: string };
  /** The branch moved, and what moved touches what was to be written. */
  readonly conflict: { readonly path: string };
  /** Another program holds git's lock on the branch. */
  readonly locked: { readonly lock: string };
  /** The repository opened read-only; `reason` says why, in French. */
  readonly 'read-only': { readonly reason: string };
  readonly 'disk-full': Record<string, never>;
  /** The repository lacks an object or a ref that it needs. */
  readonly corrupt: { readonly what: string };
}
export type ErrorCode = keyof ErrorData;

/** Something a caller can act on: a stable code, typed data. `message` is for developers. */
export class ContentError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  readonly data: ErrorData[Code];

  constructor(code: Code, data: ErrorData[Code], options?: ErrorOptions) {
    super(`${code}: ${JSON.stringify(data)}`, options);
    this.name = 'ContentError';
    this.code = code;
    this.data = data;
  }
}

/** Whether `error` is a ContentError with this code. */
export function hasCode<Code extends ErrorCode>(error: unknown, code: Code): error is ContentError<Code> {
  return error instanceof ContentError && error.code === code;
}
