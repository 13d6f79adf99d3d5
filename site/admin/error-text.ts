import { OperationError } from '#content/contract/client.ts';
import { type EditConflict, editConflictSchema } from '#content/contract/conflict.ts';

/** The server's sentence when there is one, else `otherwise`. */
export function messageOf(error: unknown, otherwise: string): string {
  return error instanceof OperationError && error.text !== '' ? error.text : otherwise;
}

/** The field that an answer refuses, and why; null when it names none. */
export function fieldFault(error: unknown): { readonly field: string; readonly text: string } | null {
  if (!(error instanceof OperationError)) return null;
  const { data, text } = error;
  return typeof data['field'] === 'string' ? { field: data['field'], text } : null;
}

/** The texts that clash, of a save that was refused for that; null of any other. */
export function conflictOf(error: unknown): EditConflict | null {
  if (!(error instanceof OperationError) || error.code !== 'conflict') return null;
  return editConflictSchema.safeParse(error.data['edit']).data ?? null;
}

/** What failed and, when the server gave one, the reason. */
export function withReason(failed: string, error: unknown): string {
  const reason = messageOf(error, '');
  return reason === '' ? failed : `${failed}\u00a0: ${reason}`;
}

/** The status of the answer, when there was one, and why. */
export function withStatus(error: unknown): string {
  const text = messageOf(error, 'Erreur inconnue');
  return error instanceof OperationError && error.status > 0 ? `${error.status}: ${text}` : text;
}
