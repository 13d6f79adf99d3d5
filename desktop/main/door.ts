import { invalidInput } from '#content/contract/input-reason.ts';
import type { CallTable, Handlers } from '#content/contract/operation.ts';
import { type Reply, replyTo, STATUS_OF } from '#content/contract/reply.ts';
import { ContentError } from '#content/model/errors.ts';
import { knownError } from '#content/service/open-content.ts';

/** One call, as the door makes it: the checked input in, the output out. */
export type Answer = (input: unknown) => Promise<unknown>;

interface DoorOptions {
  /** Every call there is, by name. */
  readonly table: CallTable;
  /** Who answers it now; null while nobody does, such as before a folder is open. */
  readonly answerTo: (name: string) => Answer | null;
  /** A bug: told whole, answered `internal`. */
  readonly onBug: (error: unknown, name: string) => void;
}

interface IncomingCall {
  /** Whether the page of this app sent it. */
  readonly isOurs: boolean;
  readonly name: unknown;
  readonly input: unknown;
}

/**
 * The IPC door: a name and an input of the table in, a {@link Reply} out. It never rejects, and refuses what the table does
 * not hold, an input that does not fit its row, and a sender that is not the page of this app.
 */
export function createDoor({ table, answerTo, onBug }: DoorOptions) {
  async function answer(name: unknown, input: unknown): Promise<unknown> {
    const row = typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined;
    if (typeof name !== 'string' || row === undefined) throw new ContentError('not-found', { what: 'call' });
    const checked = row.input.safeParse(input, { reportInput: true });
    if (!checked.success) throw invalidInput(checked.error);
    const answering = answerTo(name);
    if (answering === null) throw new ContentError('starting', {});
    return row.output.parse(await answering(checked.data));
  }

  return async ({ isOurs, name, input }: IncomingCall): Promise<Reply> => {
    try {
      if (!isOurs) throw new ContentError('forbidden', { reason: FOREIGN });
      return { ok: true, value: await answer(name, input) };
    } catch (error) {
      const known = knownError(error);
      if (known === null || known.code === 'internal') onBug(error, String(name));
      const told: ContentError = known ?? new ContentError('internal', {});
      return { ok: false, status: STATUS_OF[told.code], error: replyTo(told) };
    }
  };
}

const FOREIGN = 'Cet appel ne vient pas d’une page d’Encrier.';

/** Handlers of a table as the door calls them, each told who is calling. */
export function answersOf<Table extends CallTable, Context>(
  handlers: Handlers<Table, Context>,
  context: () => Context,
): ReadonlyMap<string, Answer> {
  const entries = Object.entries(handlers) as [string, (input: unknown, by: Context) => Promise<unknown>][]; // the door checks each input against its row
  return new Map(entries.map(([name, handle]) => [name, (input) => handle(input, context())]));
}
