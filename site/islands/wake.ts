import { createElement, type FunctionComponent, type ReactNode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';

interface AwakeProps {
  readonly onAwake: () => void;
  readonly children: ReactNode;
}

/** Tells when what it surrounds answers to events. */
function Awake({ onAwake, children }: AwakeProps): ReactNode {
  useEffect(onAwake, [onAwake]);
  return children;
}

/** Hydrates an island; resolves when it answers to events. */
export function wakeIsland<Props extends object>(
  component: FunctionComponent<Props>,
  root: HTMLElement,
): Promise<void> {
  // Written by the same build (site/render/island.tsx) from the component's own props: no edge to parse at.
  const props = JSON.parse(root.dataset['props'] ?? '{}') as Props;
  return new Promise((resolve) => {
    hydrateRoot(root, createElement(Awake, { onAwake: resolve, children: createElement(component, props) }));
  });
}
