import '#content/contract/zod-without-eval.ts';

import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { POSTS_CHANGED } from '#content/contract/stale.ts';
import { invalidate, useApiMutation } from '#site/admin/api/use-api.ts';
import { useAdmin } from '#site/admin/context.ts';
import { Button } from '#site/admin/kit/button.tsx';
import { Loading } from '#site/admin/kit/loading.tsx';
import { Failure, ToolPage } from '../shell/tool-page.tsx';
import { fixDirectly } from './fix-directly.ts';

/** One maintenance page (docs/product.md, Maintenance pages). */
interface RepairWords<Result> {
  readonly title: string;
  readonly lead: string;
  readonly button: string;
  readonly pending: string;
  /** docs/product.md, Errors and messages: what is said when the server gave no reason. */
  readonly failed: string;
  readonly useAction: () => Pick<Repairing<Result>, 'status' | 'data' | 'error' | 'mutate'>;
  readonly done: (result: Result) => ReactNode;
}

type Repairing<Result> = UseMutationResult<Result, Error, Record<string, never>>;

interface StepProps<Result> extends Pick<Repairing<Result>, 'status' | 'data' | 'error'> {
  readonly start: () => void;
}

/** By address: those of +route.ts. */
const REPAIRS: Readonly<Record<string, () => ReactNode>> = {
  '/init-data': repair({
    title: 'Initialiser les données',
    lead: 'Écrit les quatre articles de départ dans le site en production. Cela n’est possible qu’une seule fois.',
    button: 'Initialiser les articles',
    pending: 'Initialisation en cours...',
    failed: "Erreur lors de l'initialisation",
    useAction: () => useApiMutation('initPosts'),
    done: ({ message, posts }) => (
      <>
        <p className="tool-result-title">{message}</p>
        <ul className="tool-list">
          {posts.map(({ id, title, slug }) => (
            <li key={id}>
              <a href={`/blog/${slug}`}>{title}</a> <code>{slug}</code>
            </li>
          ))}
        </ul>
        <NextSteps />
      </>
    ),
  }),
  '/fix-images': repair({
    title: 'Corriger les images',
    lead: 'Remplace les adresses d’images qui ne mènent nulle part, en une seule modification que l’historique peut défaire.',
    button: 'Corriger les chemins d’images',
    pending: 'Correction en cours...',
    failed: 'Erreur lors de la correction',
    useAction: () => useApiMutation('fixImages'),
    done: ({ message, fixed }) => (
      <>
        <p className="tool-result-title">{message}</p>
        <ul className="tool-list">
          {fixed.map(({ post, from, to }) => (
            <li key={`${post} ${from}`}>
              {post}&nbsp;: <code>{from}</code> → <code>{to}</code>
            </li>
          ))}
        </ul>
      </>
    ),
  }),
  '/fix-ironman-production': repair({
    title: 'Corriger l’article Ironman',
    lead: 'Rétablit sur le serveur le texte entier, la couverture et les textes de partage de cet article.',
    button: 'Corriger l’article',
    pending: 'Correction en cours...',
    failed: 'Erreur lors de la correction',
    useAction: () => useApiMutation('fixIronman'),
    done: ({ message }) => <p className="tool-result-title">{message}</p>,
  }),
  '/direct-fix': repair({
    title: 'Correction directe',
    lead: 'Lit l’article Ironman sur le site en ligne, remplace ses textes et sa couverture par ceux de départ, et l’enregistre.',
    button: 'Corriger l’article maintenant',
    pending: 'Correction en cours...',
    failed: 'Erreur inconnue',
    useAction: useDirectFix,
    done: ({ title, slug }) => (
      <>
        <p className="tool-result-title">L’article a été corrigé</p>
        <p>
          <a href={`/blog/${slug}`}>{title}</a>
        </p>
      </>
    ),
  }),
};

export function Page(): ReactNode {
  const Repair = REPAIRS[window.location.pathname];
  return Repair === undefined ? null : <Repair />;
}

/** Idle, pending, success, error; an error can be tried again. */
function repair<Result>({ title, lead, ...words }: RepairWords<Result>): () => ReactNode {
  function Step({ status, data, error, start }: StepProps<Result>): ReactNode {
    if (status === 'idle')
      return (
        <Button variant="gold" onClick={start}>
          {words.button}
        </Button>
      );
    if (status === 'pending') return <Loading label={words.pending} />;
    if (status === 'error')
      return (
        <div className="tool-card">
          <Failure title="Erreur" error={error} otherwise={words.failed} />
          <Button onClick={start}>Réessayer</Button>
        </div>
      );
    return (
      <div className="tool-result" role="status">
        {data !== undefined && words.done(data)}
      </div>
    );
  }
  function Action(): ReactNode {
    const { mutate, ...action } = words.useAction();
    const place = useRef<HTMLDivElement>(null);
    const start = () => {
      // What was pressed goes: what takes its place stands where the focus waits for it.
      place.current?.focus();
      mutate({});
    };
    return (
      <div ref={place} className="tool-place" tabIndex={-1}>
        <Step {...action} start={start} />
      </div>
    );
  }
  return () => (
    <ToolPage title={title} lead={lead} opensTo="all">
      <Action />
    </ToolPage>
  );
}

function useDirectFix() {
  const { client } = useAdmin();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (_: Record<string, never>) => fixDirectly(client),
    onSuccess: () => invalidate(queries, POSTS_CHANGED),
  });
}

function NextSteps(): ReactNode {
  return (
    <>
      <h2>Prochaines étapes</h2>
      <ul className="tool-list">
        <li>
          Relire les articles sur <a href="/blog">le blog</a>.
        </li>
        <li>
          Les adapter dans <a href="/admin">l’administration</a>.
        </li>
        <li>
          Vérifier leurs images avec <a href="/fix-images">la correction des images</a>.
        </li>
      </ul>
    </>
  );
}
