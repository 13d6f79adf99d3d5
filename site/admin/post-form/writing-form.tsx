import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { EditablePost } from '#content/contract/posts-operations.ts';
import type { Finding } from '#content/model/checks/finding.ts';
import { useApiQuery } from '../api/use-api.ts';
import { findingField, mended } from '../checks/use-check.ts';
import { useIsPublishedApart } from '../context.ts';
import { useEditor } from '../editor/text-editor.tsx';
import { useImageUpload } from '../images/upload.tsx';
import { KeptBanner } from '../kept-texts/kept-banner.tsx';
import { useKeptTexts } from '../kept-texts/use-kept-texts.ts';
import { useLeaveGuard, useNavigation } from '../navigation.tsx';
import { postPath } from '../sections.ts';
import { useShownText } from '../site-preview/use-shown-text.ts';
import { useWindowTitle } from '../window-title.ts';
import { FormActions } from './form-actions.tsx';
import { FormBar } from './form-bar.tsx';
import { initialState, isDirty } from './form-state.ts';
import { createFormStore, useFormState } from './form-store.ts';
import type { FormValues } from './form-values.ts';
import { NewsBanner, PendingBanner, UnreadableBanner } from './pending-banner.tsx';
import { SidePanel } from './side-panel.tsx';
import { TitleFields } from './title-fields.tsx';
import { stepBackWhileTyping } from './typing.ts';
import { UpdateDialog } from './update-dialog.tsx';
import { useFieldFocus } from './use-field-focus.ts';
import { usePublication } from './use-publication.ts';
import { useSaveKey } from './use-save-key.ts';
import { useWriting } from './use-writing.ts';
import { WritingArea } from './writing-area.tsx';
import { CheckBeside, WritingDialogs } from './writing-dialogs.tsx';
import './post-form.css';
import './room-header.css';
import { capitalized, postWords } from '#content/model/post-words.ts';

interface WritingFormProps {
  /** Null for a new one, which begins as `blank`. */
  readonly post: EditablePost | null;
  readonly blank?: FormValues;
  readonly onClose: () => void;
}

/** From this width on the text, its preview and a sheet can be read side by side. */
const WIDEST = '(min-width: 100rem)';

/** The room an article is written in: the page is its text, one bar over it, everything else in a sheet beside it. */
export function WritingForm({ post, blank, onClose }: WritingFormProps): ReactNode {
  const [form] = useState(() => createFormStore(initialState(post, blank)));
  const state = useFormState(form);
  const { id, base, values, live } = state;
  // Of a post that was there, whoever opened the form asks.
  const asked = { enabled: post === null && id !== null, isKept: false };
  const newest = useApiQuery('getEditablePost', { id: id ?? '' }, asked).data;
  useEffect(() => {
    if (newest !== undefined) form.change({ kind: 'read', post: newest });
  }, [form, newest]);
  const [isPanelOpen, setPanelOpen] = useState(false);
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const editor = useEditor(form);
  const { root, focusField } = useFieldFocus({
    editor,
    isNew: post === null,
    openPanel: () => setPanelOpen(true),
  });
  useEffect(() => (root.current === null ? undefined : stepBackWhileTyping(root.current)), [root]);
  useArticleAddress(id);
  useWindowTitle(values.title.trim() || headingOf(id, values));
  const { onDone, isLeaving } = useLeaving(editor.leaveOut, onClose);
  const kept = useKeptTexts(form, id);
  useShownText(form);
  const { mayTake } = editor;
  const publishing = useIsPublishedApart() ? 'apart' : 'by-saving';
  const writing = useWriting({ form, publishing, focusField, mayTake, onDone });
  useLeaveGuard(isDirty(state) && !isLeaving);

  const hasPending = base.kind === 'pending';
  const publication = usePublication({ form, publishing, writing, mayTake, onDone });
  useSaveKey({
    save: () => void writing.save(publication.key, false),
    status: writing.saving.status.kind,
    isDirty: () => isDirty(form.state()),
  });

  const type = (fields: Partial<FormValues>): void => form.change({ kind: 'typed', fields });
  const cover = useImageUpload({
    label: 'Fichier de l’image de couverture',
    onUploaded: ({ url }) => type({ coverImage: url }),
  });
  function mend(finding: Finding): void {
    const { check } = writing;
    if (check.state.kind === 'done' && check.state.values === form.state().values) {
      const fields = mended(form.state().values, finding);
      if (fields !== null) type(fields);
    }
    // Places move with every change: what is shown is always of the text as it is.
    void check.run().catch(() => null);
  }
  function goTo(finding: Finding): void {
    const field = findingField(finding);
    if (field !== null) focusField(field, finding.range);
  }

  const isLive = live?.state === 'published' && values.isPublished;
  const isChecking = writing.question?.kind === 'check';
  const keepPending =
    publishing === 'by-saving' && (isLive || hasPending) ? () => void writing.save('pending', true) : null;

  return (
    <form
      ref={root}
      className="post-form"
      noValidate
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        const { target, currentTarget } = event;
        if (event.key !== 'Enter' || !(target instanceof HTMLInputElement)) return;
        // The forms in the text, of a link or an image, are sent by Enter.
        if (target.form === currentTarget && target.type !== 'button') event.preventDefault();
      }}
    >
      <h1 className="unseen">{headingOf(id, values)}</h1>
      <FormBar
        state={state}
        writing={writing}
        publication={publication}
        isPanelOpen={isPanelOpen}
        isPreviewOpen={isPreviewOpen}
        onCancel={onClose}
        onPanel={() => setPanelOpen(!isPanelOpen)}
        onPreview={() => {
          setPreviewOpen(!isPreviewOpen);
          if (!isPreviewOpen && !window.matchMedia(WIDEST).matches) setPanelOpen(false);
        }}
        actions={
          <FormActions
            state={state}
            writing={writing}
            onPublished={(isPublished) => type({ isPublished })}
            onCancel={onClose}
            onKeepPending={keepPending}
          />
        }
      />
      <div className="form-banners">
        <KeptBanner kept={kept} values={values} isSaving={writing.saving.status.kind === 'saving'} />
        <NewsBanner state={state} />
        {newest?.wasDeletedElsewhere === true && (
          <div className="kept-banner">
            <p>{deletedElsewhere(values)}</p>
          </div>
        )}
        {newest?.unreadable != null && (
          <UnreadableBanner
            values={values}
            unreadable={newest.unreadable}
            isBusy={writing.isDropping}
            onDrop={writing.drop}
          />
        )}
        {hasPending && live !== null && newest?.wasDeletedElsewhere !== true && (
          <PendingBanner
            state={state}
            live={live.base.values}
            onUnite={() => void writing.save('apply', false)}
          />
        )}
      </div>
      <div className="post-form-body">
        <WritingArea
          form={form}
          values={values}
          isPreviewOpen={isPreviewOpen}
          editor={editor}
          head={<TitleFields values={values} fault={writing.fault} onChange={type} />}
          onPreviewClose={() => {
            // The text, which takes the focus, may not have been there to be seen.
            flushSync(() => setPreviewOpen(false));
            focusField('content');
          }}
        />
        <CheckBeside writing={writing} place="sheet" onMend={mend} onGoTo={goTo} />
        {isPanelOpen && !isChecking && (
          <SidePanel
            form={form}
            state={state}
            isLive={isLive}
            cover={cover}
            fault={writing.fault}
            onChange={type}
            onClose={() => setPanelOpen(false)}
          />
        )}
      </div>
      {publication.update !== null && (
        <UpdateDialog form={form} state={state} update={publication.update} onKeepPending={keepPending} />
      )}
      <WritingDialogs
        writing={writing}
        values={values}
        onDetach={() => {
          form.change({ kind: 'detached' });
          void writing.saveNow('live', false);
        }}
        onDone={onDone}
      />
    </form>
  );
}

function headingOf(id: string | null, values: FormValues): string {
  const { anew, the } = postWords(values);
  return id === null ? capitalized(anew) : `Modifier ${the}`;
}

function deletedElsewhere(values: FormValues): string {
  const { this: this_, e, them } = postWords(values);
  return `${capitalized(this_)} a été supprimé${e} ailleurs pendant que ce texte attendait\u00a0: les lecteurs ne ${them} voient plus. Votre texte est gardé ici comme brouillon\u00a0; publiez-le de nouveau, ou supprimez-le.`;
}

/** Leaves without a question for what is saved, though the form may not show so yet; something else may ask, and the author stay. */
function useLeaving(leaveOut: () => void, onClose: () => void) {
  const [isLeaving, setLeaving] = useState(false);
  const isHere = useRef(false);
  // As soon as another screen is wanted: while that loads this one is only hidden.
  useLayoutEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  function onDone(): void {
    // Answered late: its author does something else by now.
    if (!isHere.current) return;
    flushSync(() => {
      setLeaving(true);
      leaveOut();
    });
    onClose();
    setLeaving(false);
  }
  return { isLeaving, onDone };
}

/** A new article gets its own address once it was saved: a reload opens it, not an empty form. */
function useArticleAddress(id: string | null): void {
  const { rename } = useNavigation();
  useEffect(() => {
    if (id !== null) rename(postPath(id));
  }, [id, rename]);
}
