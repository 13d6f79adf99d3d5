import type { IncomingMessage, ServerResponse } from 'node:http';

/** What stands in the place of the build while somebody works on Encrier (scripts/dev). */
export interface Development {
  /** The folder of the server's programs, and of the files for browsers that are served as they are, in `client`. */
  readonly programs: string;
  /** Sees every request before the server does. */
  readonly ahead: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}
