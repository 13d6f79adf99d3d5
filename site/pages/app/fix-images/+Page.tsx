import '#content/contract/zod-without-eval.ts';

import type { ReactNode } from 'react';
import { useApiMutation } from '#site/admin/api/use-api.ts';
import { Repair } from '../shell/repair.tsx';
import { ToolPage } from '../shell/tool-page.tsx';

export function Page(): ReactNode {
  return (
    <ToolPage
      title="Corriger les images"
      lead="Remplace les adresses d’images qui ne mènent nulle part, en une seule modification que l’historique peut défaire."
      opensTo="all"
    >
      <FixImages />
    </ToolPage>
  );
}

function FixImages(): ReactNode {
  const action = useApiMutation('fixImages');
  return (
    <Repair
      action={action}
      button="Corriger les chemins d’images"
      pending="Correction en cours..."
      failed="Erreur lors de la correction"
    >
      {({ message, fixed }) => (
        <>
          <p className="tool-result-title">{message}</p>
          <ul className="tool-list">
            {fixed.map(({ post, from, to }) => (
              <li key={`${post} ${from}`}>
                {post} : <code>{from}</code> → <code>{to}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </Repair>
  );
}
