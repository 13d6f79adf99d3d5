import '#content/contract/zod-without-eval.ts';

import type { ReactNode } from 'react';
import { useApiMutation } from '#site/admin/api/use-api.ts';
import { Repair } from '../shell/repair.tsx';
import { ToolPage } from '../shell/tool-page.tsx';

export function Page(): ReactNode {
  return (
    <ToolPage
      title="Corriger l’article Ironman"
      lead="Rétablit sur le serveur le texte entier, la couverture et les textes de partage de cet article."
      opensTo="all"
    >
      <FixIronman />
    </ToolPage>
  );
}

function FixIronman(): ReactNode {
  const action = useApiMutation('fixIronman');
  return (
    <Repair
      action={action}
      button="Corriger l’article"
      pending="Correction en cours..."
      failed="Erreur lors de la correction"
    >
      {({ message }) => <p className="tool-result-title">{message}</p>}
    </Repair>
  );
}
