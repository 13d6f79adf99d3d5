import { Monitor, Smartphone } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import { coverOf } from '#content/contract/posts.ts';
import { variantAddress, variantWidthFor } from '#content/model/image.ts';
import { useAdmin } from '../context.ts';
import { createScrollSync } from '../editor/scroll-sync.ts';
import { TextEditor } from '../editor/text-editor.tsx';
import type { TextEditorHandle } from '../editor/use-editor.ts';
import { uploadFailure, useSendImage } from '../images/upload.tsx';
import { IconButton } from '../kit/button.tsx';
import { Preview } from '../preview/preview.tsx';
import { useFailure } from '../toasts.tsx';
import { useOperation } from '../use-operation.ts';
import { useReadTime } from '../use-settled.ts';
import { FIELD_LABELS } from './field-labels.ts';
import { type FormValues, shownPost } from './form-values.ts';
import { useTextImages } from './use-text-images.ts';

/** The width images have in the editor's column. */
const IMAGE_WIDTH = 800;

interface WritingAreaProps {
  readonly values: FormValues;
  readonly isPreviewOpen: boolean;
  readonly editor: Ref<TextEditorHandle>;
  readonly onContent: (content: string) => void;
}

/** The text, and beside it the page it makes. */
export function WritingArea({ values, isPreviewOpen, editor, onContent }: WritingAreaProps): ReactNode {
  const { client, imageAddress, nonce } = useAdmin();
  const send = useSendImage();
  const fail = useFailure();
  const [scrollSync] = useState(createScrollSync);
  const site = useOperation('getSite', {}, { enabled: isPreviewOpen });
  const owner = site.data?.site.owner;
  const computed = useReadTime(values.content);
  const images = useTextImages(values.content, [values.coverImage, owner?.portrait ?? '']);

  function shownAt(written: string): string | null {
    const image = images.get(written);
    return image === undefined
      ? null
      : imageAddress(variantAddress(image, variantWidthFor(image, IMAGE_WIDTH), 'webp'));
  }

  return (
    <div className={isPreviewOpen ? 'writing-area has-preview' : 'writing-area'}>
      <div className="writing-text" data-field="content">
        <p className="kit-label" aria-hidden="true">
          {FIELD_LABELS.content}
        </p>
        <TextEditor
          handle={editor}
          label={FIELD_LABELS.content}
          value={values.content}
          onChange={onContent}
          nonce={nonce}
          imageAddress={shownAt}
          knownImages={[...images].map(([address, { blobId }]) => `${address} ${blobId}`).join('\n')}
          scrollSync={scrollSync}
          upload={(file, onProgress, signal) => send(file, { onProgress, signal })}
          onUploadError={(error) => fail(uploadFailure(error))}
          linkTargets={async () => {
            const { posts } = await client.getPostTable({ limit: 200 });
            return posts.map(({ title, slug }) => ({ title, url: `/blog/${slug}` }));
          }}
        />
      </div>
      {isPreviewOpen && site.data !== undefined && (
        <PreviewSide>
          {(view) => (
            <Preview
              post={previewedPost(values, computed)}
              author={{
                ...site.data.site.owner,
                contact: site.data.site.contact.profile,
                portrait: coverOrNull(images.get(owner?.portrait ?? '')),
              }}
              view={view}
              images={images}
              imageAddress={imageAddress}
              scrollSync={scrollSync}
            />
          )}
        </PreviewSide>
      )}
    </div>
  );
}

interface PreviewSideProps {
  readonly children: (view: 'wide' | 'mobile') => ReactNode;
}

function PreviewSide({ children }: PreviewSideProps): ReactNode {
  const [view, setView] = useState<'wide' | 'mobile'>(() =>
    window.matchMedia('(min-width: 768px)').matches ? 'wide' : 'mobile',
  );
  return (
    <section className="writing-preview" aria-label="Aperçu">
      <div className="writing-preview-head">
        <p className="kit-label">Aperçu</p>
        <IconButton label="Sur un ordinateur" aria-pressed={view === 'wide'} onClick={() => setView('wide')}>
          <Monitor aria-hidden="true" size={17} />
        </IconButton>
        <IconButton
          label="Sur un téléphone"
          aria-pressed={view === 'mobile'}
          onClick={() => setView('mobile')}
        >
          <Smartphone aria-hidden="true" size={17} />
        </IconButton>
      </div>
      {children(view)}
    </section>
  );
}

function coverOrNull(image: Parameters<typeof coverOf>[0] | undefined) {
  return image === undefined ? null : coverOf(image);
}

function previewedPost(values: FormValues, computedReadTime: string) {
  const post = shownPost(values);
  return {
    ...post,
    title: post.title || 'Titre de l’article',
    published: post.published ?? new Date().toISOString(),
    readTime: post.readTime || computedReadTime,
  };
}
