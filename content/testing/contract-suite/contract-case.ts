import type { Client } from '#content/contract/client.ts';
import type { ErrorCode } from '#content/model/errors.ts';
import { calledField } from '#content/model/field-names.ts';
import type { ContractDoor } from './contract-door.ts';

/** What a case may do before its call: calls that succeed, and things behind the door's back. */
export interface Site {
  readonly client: Client;
  readonly door: ContractDoor;
}

/** An error as whoever calls sees it, word for word; `data` is {} unless stated. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly error: string;
  readonly data?: unknown;
}

/** One call through any door. `it` completes a sentence. */
export interface ContractCase {
  readonly it: string;
  /** What is sent, right or wrong, or what makes it. */
  readonly send: Readonly<Record<string, unknown>> | ((site: Site) => Promise<object>);
  /** What the answer holds at least, or the refusal; absent where nothing is answered. */
  readonly gives?: object;
  readonly refused?: Refusal;
  /** Whether doors answer it differently: what stands where two sides disagree is a server's own, and on a desktop the remote's. */
  readonly isOfTheDoor?: boolean;
  /** Puts back what later cases need. */
  readonly after?: (site: Site) => Promise<unknown>;
}

/** The cases of the rows of a part of the table: a row without one does not compile. */
export type CasesOf<Table> = { readonly [Name in keyof Table]: readonly [ContractCase, ...ContractCase[]] };

/** The refusal of a field that does not fit its row. */
export function badField(field: string, rule: string): Refusal {
  const reason = `${calledField(field)} n’est pas valable\u00a0: ${rule}.`;
  return { code: 'invalid', error: reason, data: { field, reason } };
}

export function notFound(what: string, error: string): Refusal {
  return { code: 'not-found', error, data: { what } };
}

export const NO_ARTICLE = notFound('Cet article', 'Cet article est introuvable.');
/** What was written meanwhile is never written over. */
export const CONFLICT: Refusal = {
  code: 'conflict',
  error: 'Ce texte a été modifié entre-temps\u00a0: rien n’a été écrasé, les deux versions sont là.',
};
export const NO_ID = badField('id', 'un identifiant est attendu');
export const NO_REVISION = 'une révision de quarante chiffres hexadécimaux';
/** Of nothing there is. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-999999999999';
export const UNKNOWN_REVISION = '0123456789012345678901234567890123456789';
