import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { ImageInfo } from '#content/model/image.ts';
import { postWords } from '#content/model/post-words.ts';
import type { Site } from '#content/model/site.ts';
import styles from '#site/styles/main.css?url';
import { AuthorCard } from '#site/ui/author-card.tsx';
import { openNote } from '#site/ui/note-here.ts';
import { PostView } from '#site/ui/post-view.tsx';
import type { ScrollSync } from '../editor/scroll-sync.ts';
import { Button } from '../kit/button.tsx';
import type { FormStore } from '../post-form/form-store.ts';
import { useReadTime } from '../use-debounced.ts';
import { previewedArticle, shownCover } from './previewed-article.ts';
import { usePreviewText } from './use-preview-text.ts';
import './preview.css';

export interface PreviewProps {
  readonly form: FormStore;
  readonly site: Site;
  /** As on a computer, or on a telephone. */
  readonly view: 'wide' | 'mobile';
  /** The images of the site, by the address a text has for them. */
  readonly images: ReadonlyMap<string, ImageInfo>;
  readonly scrollSync: ScrollSync;
}

/** What is written as readers will see it, key by key: their page, their style sheet, their width. */
export function Preview({ form, site, view, images, scrollSync }: PreviewProps): ReactNode {
  const { values } = useSyncExternalStore(form.subscribe, form.state);
  const readTime = useReadTime(values.content);
  const [page, setPage] = useState<Document | null>(null);
  const text = { source: values.content, images, scrollSync };
  const { attach, outline, isStopped, restart } = usePreviewText(text);
  const { owner, contact } = site;
  const pictureOf = (address: string | null) => shownCover(images.get(address ?? ''));
  const cover = pictureOf(values.coverImage);
  const article = previewedArticle({ values, readTime, author: owner.name, cover, outline });
  return (
    <>
      <PreviewFrame title={`Aperçu ${postWords(values).of}`} view={view} onPage={setPage}>
        {isStopped ? <Stopped onRestart={restart} /> : null}
      </PreviewFrame>
      {page === null
        ? null
        : createPortal(
            <main ref={attach}>
              <PostView
                article={article}
                share={null}
                authorCard={
                  <AuthorCard
                    author={{ ...owner, contact: contact.profile, portrait: pictureOf(owner.portrait) }}
                  />
                }
              />
            </main>,
            page.body,
          )}
    </>
  );
}

function Stopped({ onRestart }: { readonly onRestart: () => void }): ReactNode {
  return (
    <div className="preview-stopped" role="alert">
      <p>L’aperçu s’est arrêté. Votre texte, lui, n’a rien.</p>
      <Button onClick={onRestart}>Relancer l’aperçu</Button>
    </div>
  );
}

/**
 * Widths, in CSS pixels, readers have: the border is at 768 (docs/product.md, Summary on a phone). An article on a wide screen looks the same
 * from 900 on but for its margins, and a wider page would be too small to read beside the text.
 */
const WIDTHS = { wide: 900, mobile: 375 } as const;

/** A page of readers, empty: its style sheet decides by its own width. Scripts are never allowed in it (sandbox). */
const PAGE = `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Aperçu</title><link rel="stylesheet" href="${styles}"></head><body></body></html>`;

interface PreviewFrameProps {
  readonly title: string;
  readonly view: keyof typeof WIDTHS;
  readonly onPage: (page: Document) => void;
  /** Shown over the page. */
  readonly children?: ReactNode;
}

/** A frame as wide as a reader's screen, made as small as its place is. */
function PreviewFrame({ title, view, onPage, children }: PreviewFrameProps): ReactNode {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const size = useSize(place);
  const width = WIDTHS[view];
  const scale = size === null ? 1 : Math.min(1, size.width / width);
  return (
    <div ref={setPlace} className={`preview preview-${view}`}>
      <iframe
        title={title}
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

/**
 * Links of the preview lead nowhere: the frame would leave the article for the page of the admin. Only those to a
 * place in the article are followed, which opens and closes the mobile summary, and notes in place, as for a reader.
 */
function followFragments(page: Document): void {
  page.addEventListener('click', (event) => {
    const view = page.defaultView;
    const link = view === null ? null : linkOf(event.target);
    if (link === null || view === null) return;
    event.preventDefault();
    const fragment = /^#(.+)$/.exec(link.getAttribute('href') ?? '')?.[1];
    if (fragment === undefined) return;
    if (link.closest('.appel-note') !== null && isLink(link)) openNote(link);
    else view.location.hash = fragment;
  });
}

/** Elements of the frame are of its own classes: `instanceof` does not know them here. */
function linkOf(target: EventTarget | null): Element | null {
  for (let node = target; isElement(node); node = node.parentElement) if (node.localName === 'a') return node;
  return null;
}

function isLink(element: Element): element is HTMLAnchorElement {
  return element.localName === 'a' && 'hash' in element;
}

function isElement(value: EventTarget | null): value is Element {
  return value !== null && 'localName' in value && 'getAttribute' in value;
}
