import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react';
import { Button } from './kit/button.tsx';
import { EmptyState } from './kit/empty-state.tsx';

/** A screen whose code comes when it is first opened; says so when it does not come, by `missing` or else with an offer to try again. */
export function section<Props>(
  load: () => Promise<ComponentType<Props>>,
  missing: ComponentType<Props> = MissingSection,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load().catch(() => missing) }));
}

function MissingSection(): ReactNode {
  return (
    <EmptyState title="Cette partie n’a pas pu être chargée.">
      <Button onClick={() => window.location.reload()}>Recharger la page</Button>
    </EmptyState>
  );
}
