import { type ReactNode, useState } from 'react';
import { ShownProse } from './shown-prose.tsx';

interface RenderedProseProps {
  readonly source: string;
  readonly render: (source: string) => Element;
}

/** A text as readers see it; the source it is given first is the one it shows. */
export function RenderedProse({ source, render }: RenderedProseProps): ReactNode {
  const [content] = useState(() => render(source));
  return <ShownProse content={content} />;
}
