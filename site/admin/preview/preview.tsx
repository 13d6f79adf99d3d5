import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ImageInfo } from '#content/model/image.ts';
import type { Author } from '#site/ui/author-card.tsx';
import { AuthorCard } from '#site/ui/author-card.tsx';
import { PostView } from '#site/ui/post-view.tsx';
import type { ScrollSync } from '../editor/scroll-sync.ts';
import { Button } from '../kit/button.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import { type PreviewedPost, previewedArticle, withMappedCover } from './previewed-article.ts';
import { usePreviewText } from './use-preview-text.ts';
import './preview.css';

export interface PreviewProps {
  readonly post: PreviewedPost;
  readonly author: Author;
  /** As on a computer, or on a telephone. */
  readonly view: 'wide' | 'mobile';
  /** The images of the site, by the address a text has for them. */
  readonly images: ReadonlyMap<string, ImageInfo>;
  /** Where an image of the site can be loaded from, by its address on the public page. */
  readonly imageAddress: (siteAddress: string) => string;
  readonly scrollSync?: ScrollSync | undefined;
}

/** The article as readers will see it: their page, their style sheet, their width. */
export function Preview({ post, author, view, images, imageAddress, scrollSync }: PreviewProps): ReactNode {
  const [page, setPage] = useState<Document | null>(null);
  const { attach, outline, isStopped, restart } = usePreviewText({
    page,
    source: post.content,
    images,
    imageAddress,
    scrollSync,
  });
  const article = previewedArticle({ post, author, images, imageAddress, outline });
  return (
    <>
      <PreviewFrame view={view} onPage={setPage}>
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
                    author={{ ...author, portrait: withMappedCover(author.portrait, imageAddress) }}
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
