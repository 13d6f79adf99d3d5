import { type ReactNode, useEffect, useState } from 'react';

interface ShownProseProps {
  readonly content: Element;
}

/** Shows what was rendered, as readers see it; React leaves the inside alone. */
export function ShownProse({ content }: ShownProseProps): ReactNode {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => {
    place?.replaceChildren(...content.cloneNode(true).childNodes);
  }, [place, content]);
  return <div ref={setPlace} className="prose" />;
}
