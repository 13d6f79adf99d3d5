/** What each code carries, beside its name. The union of codes is closed: every door must know them all. */
export interface ErrorData {
  readonly 'not-found': { readonly what: string };
  /** What readers could see once was taken away. */
  readonly gone: { readonly what: string };
  /** `reason` is a French sentence; `path` a file of the repository ('' when none), `field` an input's field. */
  readonly invalid: { readonly path: string; readonly reason: string; readonly field?: string };
  /**
   * What was to be written touches what somebody else wrote meanwhile. `edit` holds both texts when a post's save could
   * not be merged (content/contract/conflict.ts states its shape).
   */
  readonly conflict: { readonly path: string; readonly edit?: unknown };
  /**
   * Another post has this address already, or had it and redirects from it. `by`: what has it, where it is not an article that another
   * article wants to take the place of.
   */
  readonly 'slug-taken': {
    readonly slug: string;
    readonly by?: 'article' | 'page' | 'other page' | 'waiting text';
  };
  /** The call was already made and may be made once only; `reason` is a French sentence. */
  readonly done: { readonly reason: string };
  /** Another program holds a lock of git's: its file, from the repository's folder on, or what it keeps busy. */
  readonly locked: { readonly lock: string };
  /** The repository opened read-only; `reason` says why, in French. */
  readonly 'read-only': { readonly reason: string };
  readonly 'disk-full': Record<string, never>;
  /** The repository lacks an object or a ref that it needs. */
  readonly corrupt: { readonly what: string };
  /** The users cannot be read: nobody can be known, so that nobody takes their place. */
  readonly 'accounts-closed': Record<string, never>;
  /** Nobody is signed in, or no longer. */
  readonly unauthenticated: Record<string, never>;
  /** Signed in or not, this may not be done; `reason` is a French sentence. */
  readonly forbidden: { readonly reason: string };
  /** Wrong name, password or code; `reason` is a French sentence. */
  readonly refused: { readonly reason: string; readonly field?: string };
  /** More bytes or pixels than are taken; `limit` is written for people: « 10 Mo ». */
  readonly 'too-large': { readonly limit: string };
  /** The file is no picture that is taken; `reason` is a French sentence. */
  readonly unsupported: { readonly reason: string };
  /** Tried too often: seconds until the next try counts. */
  readonly throttled: { readonly retryAfter: number };
  /** The first snapshot is not ready. */
  readonly starting: Record<string, never>;
  /** The index of the search is being made. */
  readonly preparing: Record<string, never>;
  /** The address exists, but not for this method. */
  readonly 'method-not-allowed': Record<string, never>;
  /** The caller could not reach the door at all (raised by a client only). */
  readonly offline: Record<string, never>;
  /** The repository that is followed or pushed to did not do what was asked. */
  readonly remote: { readonly fault: RemoteFault };
  /** A bug: what happened is logged at the door and stays there. */
  readonly internal: Record<string, never>;
}
export type ErrorCode = keyof ErrorData;

/** What may go wrong with a remote repository, each with a sentence of its own (content/contract/french.ts). */
export type RemoteFault =
  /** No network, no answer in time, or a server that is out of order. */
  | 'offline'
  /** Its certificate cannot be trusted. */
  | 'untrusted'
  /** The credentials are wrong, or may not do this. */
  | 'refused'
  | 'not-a-repository'
  /** It has branches, and not ours. */
  | 'no-branch'
  /** It sent us to another host, which was not followed. */
  | 'redirected'
  /** Its history and ours never met. */
  | 'unrelated'
  /** It has commits that we have not: fetch first. */
  | 'behind'
  /** It takes no push of ours. */
  | 'rejected'
  /** What it sent is damaged, or incomplete. */
  | 'corrupt'
  | 'too-large';

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

/** What some work gives; `otherwise` where it fails with one of these codes. Any other error is thrown. */
export async function unless<Value, Other>(
  codes: readonly ErrorCode[],
  work: Promise<Value>,
  otherwise: Other,
): Promise<Value | Other> {
  return work.catch((error: unknown) => {
    if (codes.some((code) => hasCode(error, code))) return otherwise;
    throw error;
  });
}

/** What a reading gives; `otherwise` where what it needs is lost or damaged. */
export function ifSound<Value, Other>(reading: Promise<Value>, otherwise: Other): Promise<Value | Other> {
  return unless(['corrupt'], reading, otherwise);
}
