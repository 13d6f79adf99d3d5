import type { Client } from '#content/contract/client.ts';
import type { Toast } from '#site/admin/toast-handover.ts';

const MARK = ' (test)';

/** Creates a draft whose slug is of this moment. */
export async function createTestPost(client: Client, now: Date): Promise<Toast> {
  const { title } = await client.createPost({
    title: `Article de test du ${now.toLocaleString('fr-FR')}`,
    slug: `article-de-test-${now.getTime()}`,
    excerpt: 'Un article créé par la page d’essais.',
    content: '## Un essai\n\nCet article peut être supprimé.\n',
    category: 'Business',
    isPublished: false,
    coverImage: null,
  });
  return { title: 'Article créé', description: title };
}

/** Adds a mark to the title of the first article, or takes it away. */
export async function modifyFirstPost(client: Client): Promise<Toast> {
  const [first] = (await client.getPostTable({ limit: 1 })).posts;
  if (first === undefined) return { title: 'Aucun article à modifier', variant: 'destructive' };
  const { id, revision, title } = first;
  const changed = title.endsWith(MARK) ? title.slice(0, -MARK.length) : title + MARK;
  const saved = await client.updatePost({ id, revision, title: changed });
  return { title: 'Article modifié', description: saved.title };
}

/** Publishes the first draft. */
export async function publishFirstDraft(client: Client): Promise<Toast> {
  const [first] = (await client.getPostTable({ state: 'draft', limit: 1 })).posts;
  if (first === undefined) return { title: 'Aucun brouillon à publier', variant: 'destructive' };
  const { id, revision } = first;
  const saved = await client.updatePost({ id, revision, isPublished: true });
  return { title: 'Article modifié', description: `${saved.title} est publié.` };
}
