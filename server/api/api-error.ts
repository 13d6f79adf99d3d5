/** What the API answers when it refuses: `{ error, code }` (DESIGN.md, HTTP), `error` being a French sentence. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
