import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useState } from 'react';
import { useApiQuery } from '../api/use-api.ts';
import type { EditorController } from '../editor/editor-controller.ts';
import { TextEditor } from '../editor/text-editor.tsx';
import { IconButton } from '../kit/button.tsx';
import { NotLoaded } from '../kit/loading.tsx';
import { Preview, type PreviewProps } from '../preview/preview.tsx';
import { type FormStore, usePausedText } from './form-store.ts';
import type { FormValues } from './form-values.ts';
import { useTextImages } from './use-text-images.ts';

interface WritingAreaProps {
  readonly form: FormStore;
  readonly values: FormValues;
  readonly isPreviewOpen: boolean;
  readonly editor: EditorController;
  /** What the page begins with, over its text. */
  readonly head: ReactNode;
  readonly onPreviewClose: () => void;
}

/** The text, and beside it the page it makes. */
export function WritingArea(props: WritingAreaProps): ReactNode {
  const { form, values, isPreviewOpen, editor, head } = props;
  const site = useApiQuery('getSite', {}, { enabled: isPreviewOpen });
  const images = useTextImages(usePausedText(form), [
    values.coverImage,
    site.data?.site.owner.portrait ?? '',
  ]);
  useEffect(() => editor.showImages(images), [editor, images]);
  return (
    <div className={isPreviewOpen ? 'writing-area has-preview' : 'writing-area'}>
      <div className="writing-text" data-field="content">
        <TextEditor editor={editor} form={form} head={head} />
      </div>
      {isPreviewOpen && (
        <PreviewSide onClose={props.onPreviewClose}>
          {(view) =>
            site.data === undefined ? (
              <NotLoaded query={site} failed="L’aperçu n’a pas pu être chargé" />
            ) : (
              <Preview
                form={form}
                site={site.data.site}
                view={view}
                images={images}
                scrollSync={editor.scrollSync}
              />
            )
          }
        </PreviewSide>
      )}
    </div>
  );
}

interface PreviewSideProps {
  readonly onClose: () => void;
  readonly children: (view: PreviewProps['view']) => ReactNode;
}

function PreviewSide({ onClose, children }: PreviewSideProps): ReactNode {
  const [view, setView] = useState<PreviewProps['view']>(() =>
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
