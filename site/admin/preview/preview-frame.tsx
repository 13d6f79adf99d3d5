import { type ReactNode, useEffect, useState } from 'react';
import styles from '#site/styles/main.css?url';
import { followFragments } from './follow-fragments.ts';

/**
 * Widths, in CSS pixels, readers have: the border is at 768 (docs/product.md, Summary on a phone). An article on a wide screen looks the same
 * from 900 on but for its margins, and a wider page would be too small to read beside the text.
 */
const WIDTHS = { wide: 900, mobile: 375 } as const;

/** A page of readers, empty: its style sheet decides by its own width. Scripts are never allowed in it (sandbox). */
const PAGE = `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Aperçu</title><link rel="stylesheet" href="${styles}"></head><body></body></html>`;

interface PreviewFrameProps {
  readonly view: keyof typeof WIDTHS;
  readonly onPage: (page: Document) => void;
  /** Shown over the page. */
  readonly children?: ReactNode;
}

/** A frame as wide as a reader's screen, made as small as its place is. */
export function PreviewFrame({ view, onPage, children }: PreviewFrameProps): ReactNode {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const size = useSize(place);
  const width = WIDTHS[view];
  const scale = size === null ? 1 : Math.min(1, size.width / width);
  return (
    <div ref={setPlace} className={`preview preview-${view}`}>
      <iframe
        title="Aperçu de l’article"
        className="preview-frame"
        sandbox="allow-same-origin"
        srcDoc={PAGE}
        style={{
          width,
          height: size === null ? '100%' : size.height / scale,
          transform: `scale(${scale})`,
        }}
        onLoad={({ currentTarget }) => {
          const page = currentTarget.contentDocument;
          if (page === null) return;
          followFragments(page);
          onPage(page);
        }}
      />
      {children}
    </div>
  );
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function useSize(element: HTMLElement | null): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      setSize({ width: element.clientWidth, height: element.clientHeight });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
