import '#content/contract/zod-without-eval.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Client } from '#content/contract/client.ts';
import { POSTS_CHANGED } from '#content/contract/stale.ts';
import { invalidate, useApiQuery } from '#site/admin/api/use-api.ts';
import { useAdmin } from '#site/admin/context.ts';
import { uploadFailure, useSendImage } from '#site/admin/images/send-image.ts';
import { Button } from '#site/admin/kit/button.tsx';
import { type Toast, useFailure, useToast } from '#site/admin/toasts.tsx';
import { FileField } from '../shell/file-field.tsx';
import { ToolPage } from '../shell/tool-page.tsx';

export function Page(): ReactNode {
  return (
    <ToolPage
      title="Essais d’envoi"
      lead="Quatre essais sur le vrai contenu : ce qu’ils changent se voit dans l’historique et peut être défait."
      opensTo="signed-in"
    >
      <div className="tool-cards">
        <ImageTest />
        {POST_TESTS.map((test) => (
          <PostTest key={test.title} {...test} />
        ))}
      </div>
    </ToolPage>
  );
}

/** docs/product.md, Trials of uploads: at most 5 image names, then « +N autres ». */
const NAMES_SHOWN = 5;

/** Sends an image, and lists those the site has. */
function ImageTest(): ReactNode {
  const [file, setFile] = useState<File | null>(null);
  const send = useSendImage();
  const toast = useToast();
  const fail = useFailure();
  const upload = useMutation({
    mutationFn: (chosen: File) => send(chosen, { isNamed: true }),
    onError: (error) => fail(uploadFailure(error)),
  });

  function start(): void {
    if (file === null) toast({ title: 'Veuillez sélectionner un fichier de test', variant: 'destructive' });
    else upload.mutate(file);
  }

  return (
    <section className="tool-card">
      <h2>Envoi d’une image</h2>
      <FileField label="Fichier de test" onChange={setFile} />
      <Button isBusy={upload.isPending} onClick={start}>
        {upload.isPending ? 'Envoi en cours...' : 'Envoyer l’image'}
      </Button>
      <Images />
    </section>
  );
}

function Images(): ReactNode {
  const images = useApiQuery('listImages', {});
  if (images.data === undefined) return null;
  const others = images.data.length - NAMES_SHOWN;
  return (
    <div>
      <p>Images du site : {images.data.length}</p>
      <ul className="tool-list">
        {images.data.slice(0, NAMES_SHOWN).map(({ id, filename }) => (
          <li key={id}>
            <code>{filename}</code>
          </li>
        ))}
        {others > 0 && <li>+{others} autres</li>}
      </ul>
    </div>
  );
}

function PostTest({ title, text, button, failed, run }: (typeof POST_TESTS)[number]): ReactNode {
  const { client } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const fail = useFailure();
  const action = useMutation({
    mutationFn: () => run(client),
    onSuccess: (done) => {
      invalidate(queries, POSTS_CHANGED);
      toast(done);
    },
    onError: (error) => fail(failed, error),
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

/** Creates a draft whose title and slug are of this moment. */
async function createTestPost(client: Client): Promise<Toast> {
  const now = new Date();
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

/** Adds a mark to the title of the first article, or takes it away when run again. */
async function modifyFirstPost(client: Client): Promise<Toast> {
  const [first] = (await client.getPostTable({ kind: 'article', limit: 1 })).posts;
  if (first === undefined) return { title: 'Aucun article à modifier', variant: 'destructive' };
  const { id, revision, title } = first;
  const changed = title.endsWith(MARK) ? title.slice(0, -MARK.length) : title + MARK;
  const saved = await client.updatePost({ id, revision, title: changed });
  return { title: 'Article modifié', description: saved.title };
}

async function publishFirstDraft(client: Client): Promise<Toast> {
  const [first] = (await client.getPostTable({ kind: 'article', state: 'draft', limit: 1 })).posts;
  if (first === undefined) return { title: 'Aucun brouillon à publier', variant: 'destructive' };
  const { id, revision } = first;
  const saved = await client.updatePost({ id, revision, isPublished: true });
  return { title: 'Article modifié', description: `${saved.title} est publié.` };
}

/** What each does to an article of the site; `failed`: docs/product.md, Errors and messages. */
const POST_TESTS = [
  {
    title: 'Création d’un article',
    text: 'Écrit un brouillon d’essai.',
    button: 'Créer un article de test',
    failed: "Impossible de créer l'article",
    run: createTestPost,
  },
  {
    title: 'Modification d’un article',
    text: 'Ajoute «\u00a0(test)\u00a0» au titre du premier article, ou l’en retire.',
    button: 'Modifier le premier article',
    failed: "Impossible de modifier l'article",
    run: modifyFirstPost,
  },
  {
    title: 'Publication d’un brouillon',
    text: 'Publie le premier brouillon de la liste\u00a0: les lecteurs le verront.',
    button: 'Publier un brouillon',
    failed: "Impossible de publier l'article",
    run: publishFirstDraft,
  },
] as const;
