import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Client } from '#content/contract/client.ts';
import { POSTS_CHANGED } from '#content/contract/stale.ts';
import { invalidate } from '#site/admin/api/use-api.ts';
import { useAdmin } from '#site/admin/context.ts';
import { messageOf } from '#site/admin/error-text.ts';
import { Button } from '#site/admin/kit/button.tsx';
import { type Toast, useToast } from '#site/admin/toasts.tsx';

/** Creates a draft with a title of its own. */
export function CreateTest(): ReactNode {
  return (
    <PostTest
      title="Création d’un article"
      text="Écrit un brouillon d’essai."
      button="Créer un article de test"
      failed="Impossible de créer l'article"
      run={(client) => createTestPost(client, new Date())}
    />
  );
}

/** Changes the title of the first article, and back when run again. */
export function ModifyTest(): ReactNode {
  return (
    <PostTest
      title="Modification d’un article"
      text="Ajoute « (test) » au titre du premier article, ou l’en retire."
      button="Modifier le premier article"
      failed="Impossible de modifier l'article"
      run={modifyFirstPost}
    />
  );
}

/** Publishes the first draft. */
export function PublishTest(): ReactNode {
  return (
    <PostTest
      title="Publication d’un brouillon"
      text="Publie le premier brouillon de la liste : les lecteurs le verront."
      button="Publier un brouillon"
      failed="Impossible de publier l'article"
      run={publishFirstDraft}
    />
  );
}

interface PostTestProps {
  readonly title: string;
  readonly text: string;
  readonly button: string;
  /** docs/product.md, Errors and messages. */
  readonly failed: string;
  readonly run: (client: Client) => Promise<Toast>;
}

function PostTest({ title, text, button, failed, run }: PostTestProps): ReactNode {
  const { client } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const action = useMutation({
    mutationFn: () => run(client),
    onSuccess: (done) => {
      invalidate(queries, POSTS_CHANGED);
      toast(done);
    },
    onError: (error) =>
      toast({ title: 'Erreur', description: messageOf(error, failed), variant: 'destructive' }),
  });
  return (
    <section className="tool-card">
      <h2>{title}</h2>
      <p>{text}</p>
      <Button isBusy={action.isPending} onClick={() => action.mutate()}>
        {button}
      </Button>
    </section>
  );
}

const MARK = ' (test)';

/** Creates a draft whose slug is of this moment. */
async function createTestPost(client: Client, now: Date): Promise<Toast> {
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
async function modifyFirstPost(client: Client): Promise<Toast> {
  const [first] = (await client.getPostTable({ limit: 1 })).posts;
  if (first === undefined) return { title: 'Aucun article à modifier', variant: 'destructive' };
  const { id, revision, title } = first;
  const changed = title.endsWith(MARK) ? title.slice(0, -MARK.length) : title + MARK;
  const saved = await client.updatePost({ id, revision, title: changed });
  return { title: 'Article modifié', description: saved.title };
}

/** Publishes the first draft. */
async function publishFirstDraft(client: Client): Promise<Toast> {
  const [first] = (await client.getPostTable({ state: 'draft', limit: 1 })).posts;
  if (first === undefined) return { title: 'Aucun brouillon à publier', variant: 'destructive' };
  const { id, revision } = first;
  const saved = await client.updatePost({ id, revision, isPublished: true });
  return { title: 'Article modifié', description: `${saved.title} est publié.` };
}
