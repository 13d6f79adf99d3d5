import '#content/contract/zod-without-eval.ts';

import type { ReactNode } from 'react';
import { ToolPage } from '../shell/tool-page.tsx';
import { Diagnostic } from './diagnostic.tsx';

export function Page(): ReactNode {
  return (
    <ToolPage
      title="Diagnostic des envois"
      lead="Suit un envoi d’image pas à pas, et s’arrête au premier qui échoue."
      opensTo="signed-in"
    >
      <Diagnostic />
    </ToolPage>
  );
}
