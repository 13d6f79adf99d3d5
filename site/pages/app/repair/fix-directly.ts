import { type Client, OperationError } from '#content/contract/client.ts';
import type { SavedPost } from '#content/contract/posts-operations.ts';
import { withReason, withStatus } from '#site/admin/error-text.ts';
import content from './article.md?raw';

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

/** The article this page rewrites, and the fixed texts it is given: those of the starter (docs/product.md, Maintenance pages). */
export const ARTICLE_ID = '6bebbc9b-aa7f-44ba-86e2-620151be5461';
export const ARTICLE_TEXTS = {
  content,
  excerpt:
    "En endurance, le calendrier, l'allure et les renoncements comptent plus que la volonté. C'est aussi ce qui manque à beaucoup d'entreprises qui vont bien, et cela se chiffre.",
  coverImage: '/images/2026/couverture-ironman-d0ff04939eff.jpg',
  socialTitle: 'Cinq Ironman, une leçon de gestion : partir doucement',
  socialDescription:
    "18 minutes perdues pour 15 watts de trop. Ce que l'Ironman apprend sur l'allure, la régularité et les décisions que l'on prend avant d'être fatigué.",
};
