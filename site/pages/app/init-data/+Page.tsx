import '#content/contract/zod-without-eval.ts';

import type { ReactNode } from 'react';
import { useApiMutation } from '#site/admin/api/use-api.ts';
import { Repair } from '../shell/repair.tsx';
import { ToolPage } from '../shell/tool-page.tsx';

export function Page(): ReactNode {
  return (
    <ToolPage
      title="Initialiser les données"
      lead="Écrit les quatre articles de départ dans le site en production. Cela n’est possible qu’une seule fois."
      opensTo="all"
    >
      <InitPosts />
    </ToolPage>
  );
}

function InitPosts(): ReactNode {
  const action = useApiMutation('initPosts');
  return (
    <Repair
      action={action}
      button="Initialiser les articles"
      pending="Initialisation en cours..."
      failed="Erreur lors de l'initialisation"
    >
      {({ message, posts }) => (
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
      )}
    </Repair>
  );
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
