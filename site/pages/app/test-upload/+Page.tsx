import '#content/contract/zod-without-eval.ts';

import type { ReactNode } from 'react';
import { ToolPage } from '../shell/tool-page.tsx';
import { ImageTest } from './image-test.tsx';
import { CreateTest, ModifyTest, PublishTest } from './post-tests.tsx';

export function Page(): ReactNode {
  return (
    <ToolPage
      title="Essais d’envoi"
      lead="Quatre essais sur le vrai contenu : ce qu’ils changent se voit dans l’historique et peut être défait."
      opensTo="signed-in"
    >
      <div className="tool-cards">
        <ImageTest />
        <CreateTest />
        <ModifyTest />
        <PublishTest />
      </div>
    </ToolPage>
  );
}
