import '#content/contract/zod-without-eval.ts';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { POSTS_CHANGED } from '#content/contract/stale.ts';
import { invalidate } from '#site/admin/api/use-api.ts';
import { useAdmin } from '#site/admin/context.ts';
import { Repair } from '../shell/repair.tsx';
import { ToolPage } from '../shell/tool-page.tsx';
import { fixDirectly } from './fix-directly.ts';

export function Page(): ReactNode {
  return (
    <ToolPage
      title="Correction directe"
      lead="Lit l’article Ironman sur le site en ligne, remplace ses textes et sa couverture par ceux de départ, et l’enregistre."
      opensTo="all"
    >
      <DirectFix />
    </ToolPage>
  );
}

function DirectFix(): ReactNode {
  const { client } = useAdmin();
  const queries = useQueryClient();
  const action = useMutation({
    mutationFn: (_: Record<string, never>) => fixDirectly(client),
    onSuccess: () => invalidate(queries, POSTS_CHANGED),
  });
  return (
    <Repair
      action={action}
      button="Corriger l’article maintenant"
      pending="Correction en cours..."
      failed="Erreur inconnue"
    >
      {({ title, slug }) => (
        <>
          <p className="tool-result-title">L’article a été corrigé</p>
          <p>
            <a href={`/blog/${slug}`}>{title}</a>
          </p>
        </>
      )}
    </Repair>
  );
}
