import type { Handlers } from '#content/contract/operation.ts';
import type { AccountOperations, ContentOperations } from '#content/contract/operations.ts';
import type { Person } from '#content/model/change-set.ts';
import type { CallContext } from '#content/service/workspace.ts';
import type { Answer } from './door.ts';
import type { HttpCall } from './http-call.ts';

/** Named by commits that no person asked for. */
const NOBODY: Person = { name: 'Encrier', email: '' };

type AnyHandlers<Context> = Readonly<Record<string, (input: never, context: Context) => Promise<unknown>>>;

/** The operations of the content service and those only a server has, as the door calls them: by name, input unknown. */
export function answersOf(
  content: Handlers<ContentOperations, CallContext>,
  account: Handlers<AccountOperations, HttpCall>,
): Readonly<Record<string, Answer>> {
  const ofContent = withContext<CallContext>(content, ({ signedIn }) => ({
    author: signedIn?.author ?? NOBODY,
  }));
  return { ...ofContent, ...withContext<HttpCall>(account, (call) => call) };
}

function withContext<Context>(
  handlers: AnyHandlers<Context>,
  contextOf: (call: HttpCall) => Context,
): Readonly<Record<string, Answer>> {
  const answers = Object.entries(handlers).map(([name, handle]): [string, Answer] => [
    name,
    // The door has checked the input against the row this handler is typed by.
    (input, call) => handle(input as never, contextOf(call)),
  ]);
  return Object.fromEntries(answers);
}
