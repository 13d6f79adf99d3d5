import { Monitor, Smartphone, X } from 'lucide-react';
import { type ReactNode, type Ref, useState, useSyncExternalStore } from 'react';
import { coverOf } from '#content/contract/posts.ts';
import { type ImageInfo, variantAddress, variantWidthFor } from '#content/model/image.ts';
import { postAddress } from '#content/model/paths.ts';
import { postWords } from '#content/model/post-words.ts';
import type { Site } from '#content/model/site.ts';
import { useApiQuery } from '../api/use-api.ts';
import { useAdmin } from '../context.ts';
import { createScrollSync, type ScrollSync } from '../editor/scroll-sync.ts';
import { TextEditor } from '../editor/text-editor.tsx';
import type { TextEditorHandle } from '../editor/use-editor.ts';
import { uploadFailure, useSendImage } from '../images/upload.tsx';
import { IconButton } from '../kit/button.tsx';
import { Preview } from '../preview/preview.tsx';
import { useFailure } from '../toasts.tsx';
import { useReadTime } from '../use-debounced.ts';
import type { FormStore } from './form-store.ts';
import { FIELD_LABELS, type FormValues, shownPost } from './form-values.ts';
import { useTextImages } from './use-text-images.ts';

/** The width images have in the editor's column. */
const IMAGE_WIDTH = 800;

interface WritingAreaProps {
  readonly form: FormStore;
  readonly values: FormValues;
  readonly isPreviewOpen: boolean;
  readonly editor: Ref<TextEditorHandle>;
  /** What the page begins with, over its text. */
  readonly head: ReactNode;
  readonly onContent: (content: string) => void;
  readonly onPreviewClose: () => void;
}

/** The text, and beside it the page it makes. */
export function WritingArea(props: WritingAreaProps): ReactNode {
  const { form, values, isPreviewOpen, editor, head, onContent } = props;
  const { client, imageAddress, nonce } = useAdmin();
  const send = useSendImage();
  const fail = useFailure();
  const [scrollSync] = useState(createScrollSync);
  const site = useApiQuery('getSite', {}, { enabled: isPreviewOpen });
  const images = useTextImages(values.content, [values.coverImage, site.data?.site.owner.portrait ?? '']);

  function shownAt(written: string): string | null {
    const image = images.get(written);
    return image === undefined
      ? null
      : imageAddress(variantAddress(image, variantWidthFor(image, IMAGE_WIDTH), 'webp'));
  }

  return (
    <div className={isPreviewOpen ? 'writing-area has-preview' : 'writing-area'}>
      <div className="writing-text" data-field="content">
        <TextEditor
          head={head}
          handle={editor}
          label={FIELD_LABELS.content}
          placeholder={`Écrivez votre ${postWords(values).one}…`}
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
            return posts.map((post) => ({ title: post.title, url: postAddress(post) }));
          }}
        />
      </div>
      {isPreviewOpen && site.data !== undefined && (
        <PreviewSide onClose={props.onPreviewClose}>
          {(view) => (
            <LivePreview
              form={form}
              site={site.data.site}
              view={view}
              images={images}
              scrollSync={scrollSync}
            />
          )}
        </PreviewSide>
      )}
    </div>
  );
}

interface LivePreviewProps {
  readonly form: FormStore;
  readonly site: Site;
  readonly view: 'wide' | 'mobile';
  readonly images: ReadonlyMap<string, ImageInfo>;
  readonly scrollSync: ScrollSync;
}

/** The page of what is written, key by key. */
function LivePreview({ form, site, view, images, scrollSync }: LivePreviewProps): ReactNode {
  const { imageAddress } = useAdmin();
  const { values } = useSyncExternalStore(form.subscribe, form.state);
  const readTime = useReadTime(values.content);
  const { owner, contact } = site;
  return (
    <Preview
      post={previewedPost(values, readTime)}
      author={{
        ...owner,
        contact: contact.profile,
        portrait: coverOrNull(images.get(owner.portrait ?? '')),
      }}
      view={view}
      images={images}
      imageAddress={imageAddress}
      scrollSync={scrollSync}
    />
  );
}

interface PreviewSideProps {
  readonly onClose: () => void;
  readonly children: (view: 'wide' | 'mobile') => ReactNode;
}

function PreviewSide({ onClose, children }: PreviewSideProps): ReactNode {
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
        <IconButton label="Fermer l’aperçu" onClick={onClose}>
          <X aria-hidden="true" size={18} />
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
    title: post.title || `Titre ${postWords(values).of}`,
    published: post.published ?? new Date().toISOString(),
    readTime: post.readTime || computedReadTime,
  };
}
