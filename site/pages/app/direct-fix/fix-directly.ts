import { type Client, OperationError } from '#content/contract/client.ts';
import type { SavedPost } from '#content/contract/posts-operations.ts';
import { withReason, withStatus } from '#site/admin/error-text.ts';
import { ARTICLE_ID, ARTICLE_TEXTS } from './article.ts';

/** docs/product.md, Errors and messages. */
const NOT_READ = "Impossible de récupérer l'article existant";

/**
 * Gives the live article its fixed texts, from the version that was read: somebody else's change is merged, not lost.
 * A refused save says its status and the server's sentence.
 */
export async function fixDirectly(client: Client): Promise<SavedPost> {
  const { revision } = await client.getPost({ id: ARTICLE_ID }).catch((cause: unknown) => {
    throw shown(withReason(NOT_READ, cause), cause);
  });
  return client.updatePost({ id: ARTICLE_ID, revision, ...ARTICLE_TEXTS }).catch((cause: unknown) => {
    const isAnswered = cause instanceof OperationError && cause.status > 0;
    throw isAnswered ? shown(`Erreur ${withStatus(cause)}`, cause) : cause;
  });
}

/** The same error in other words. */
function shown(text: string, cause: unknown): OperationError {
  const { status, code } = cause instanceof OperationError ? cause : { status: 0, code: 'internal' };
  return new OperationError({ status, text, code }, { cause });
}
