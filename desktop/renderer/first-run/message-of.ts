import { OperationError } from '#content/contract/client.ts';

/** What went wrong, for the author. */
export function messageOf(error: unknown): string {
  return error instanceof OperationError ? error.text : 'Une erreur est survenue : réessayez.';
}
