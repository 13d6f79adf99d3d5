import { OperationError } from '#content/contract/client.ts';

/** The server's sentence when there is one, else `otherwise` (SPEC.md §8). */
export function messageOf(error: unknown, otherwise: string): string {
  return error instanceof OperationError && error.text !== '' ? error.text : otherwise;
}
