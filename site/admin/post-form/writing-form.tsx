import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { EditablePost } from '#content/contract/posts-operations.ts';
import type { Finding } from '#content/model/checks/finding.ts';
import { findingField, mended } from '../checks/use-check.ts';
import { KeptBanner } from '../draft-store/kept-banner.tsx';
import { useKeptTexts } from '../draft-store/use-kept-texts.ts';
import { useLeaveGuard } from '../navigation.tsx';
import { OutsideBanner } from '../outside/outside-banner.tsx';
import { useShownText } from '../site-preview/use-shown-text.ts';
import { FormActions } from './form-actions.tsx';
import { FormBar } from './form-bar.tsx';
import { initialState, isDirty } from './form-state.ts';
import { createFormStore } from './form-store.ts';
import type { FormValues } from './form-values.ts';
import { PendingBanner } from './pending-banner.tsx';
import { comingWords, savedPhase } from './phase.ts';
import { SidePanel } from './side-panel.tsx';
import { TitleFields } from './title-fields.tsx';
import { useArticleAddress } from './use-article-address.ts';
import { useFieldFocus } from './use-field-focus.ts';
import { useNow } from './use-now.ts';
import { usePublication } from './use-publication.ts';
import { useSaveKey } from './use-save-key.ts';
import { useWriting } from './use-writing.ts';
import { WritingArea } from './writing-area.tsx';
import { WritingDialogs } from './writing-dialogs.tsx';
import './post-form.css';

interface WritingFormProps {
  /** Null for a new article. */
  readonly post: EditablePost | null;
  readonly onClose: () => void;
}

const DELETED_ELSEWHERE =
  'Cet article a été supprimé ailleurs pendant que ce texte attendait : les lecteurs ne le voient plus. Votre texte est gardé ici comme brouillon ; publiez-le de nouveau, ou supprimez-le.';

const DROP_QUESTION =
  'Abandonner la modification en attente\u00a0? Ce que les lecteurs voient ne change pas.';
const DELETE_QUESTION = 'Supprimer cet article\u00a0? Il reste dans la corbeille.';
/** From this width on the side panel has a place of its own. */
const WIDE = '(min-width: 68rem)';
/** From this width on the text, its preview and the side panel can be read side by side. */
const WIDEST = '(min-width: 100rem)';

/** The article being written: its text first, everything else beside it. */
export function WritingForm({ post, onClose }: WritingFormProps): ReactNode {
  const [form] = useState(() => createFormStore(initialState(post)));
  const state = useSyncExternalStore(form.subscribe, form.state);
  const { id, base, values, live, isMinor, note } = state;
  const [isPanelOpen, setPanelOpen] = useState(() => window.matchMedia(WIDE).matches);
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const { root, editor, focusField } = useFieldFocus({
    isNew: post === null,
    openPanel: () => setPanelOpen(true),
  });
  useArticleAddress(id);
  const { onDone, isLeaving } = useLeaving(onClose);
  const now = useNow();
  const kept = useKeptTexts(form, id);
  useShownText(form);
  const writing = useWriting({ form, focusField, onDone });
  const hasUnsaved = isDirty(state);
  useLeaveGuard(hasUnsaved && !isLeaving);

  const hasPending = base.kind === 'pending';
  const publication = usePublication({ form, writing, onDone });
  useSaveKey({
    save: () => void writing.save(publication.key, false),
    status: writing.saving.status.kind,
    isDirty: () => isDirty(form.state()),
  });

  function type(fields: Partial<FormValues>): void {
    writing.clearFault();
    form.change({ kind: 'typed', fields });
  }
  function mend(finding: Finding): void {
    const { check } = writing;
    if (check.state.kind === 'done' && check.state.values === form.state().values) {
      const fields = mended(form.state().values, finding);
      if (fields !== null) form.change({ kind: 'typed', fields });
    }
    // Places move with every change: what is shown is always of the text as it is.
    void check.run().catch(() => null);
  }
  function goTo(finding: Finding): void {
    const field = findingField(finding);
    if (field !== null) focusField(field, finding.range);
  }
  function openPanel(): void {
    setPanelOpen(!isPanelOpen);
    if (!isPanelOpen) requestAnimationFrame(() => panel.current?.focus());
  }

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
      <h1 className="unseen">{id === null ? 'Nouvel article' : 'Modifier l’article'}</h1>
      <FormBar
        postId={id}
        phase={savedPhase(state, { publishing: publication.publishing, now })}
        coming={comingWords(state, { publishing: publication.publishing, now })}
        hasPending={hasPending}
        staged={publication.staged}
        livePath={live?.state === 'published' ? `/blog/${live.base.values.slug}` : null}
        status={writing.saving.status}
        isDirty={hasUnsaved}
        isPanelOpen={isPanelOpen}
        isPreviewOpen={isPreviewOpen}
        onCancel={onClose}
        onCheck={() => void writing.startCheck()}
        onPanel={openPanel}
        onPreview={() => {
          setPreviewOpen(!isPreviewOpen);
          if (!isPreviewOpen && !window.matchMedia(WIDEST).matches) setPanelOpen(false);
        }}
      />
      <KeptBanner kept={kept} values={values} />
      <OutsideBanner form={form} />
      {post?.wasDeletedElsewhere === true && (
        <div className="kept-banner">
          <p>{DELETED_ELSEWHERE}</p>
        </div>
      )}
      {hasPending && live !== null && post?.wasDeletedElsewhere !== true && (
        <PendingBanner
          postId={id}
          values={values}
          live={live.base.values}
          isLive={live.base.values.isPublished}
          onUnite={() => void writing.save('apply', false)}
        />
      )}
      <div className={isPanelOpen ? 'post-form-body has-panel' : 'post-form-body'}>
        <div className="post-form-main">
          <TitleFields values={values} fault={writing.fault} onChange={type} />
          <WritingArea
            values={values}
            isPreviewOpen={isPreviewOpen}
            editor={editor}
            onContent={(content) => type({ content })}
          />
        </div>
        {isPanelOpen && (
          <SidePanel
            id={id}
            panel={panel}
            values={values}
            fault={writing.fault}
            onChange={type}
            onClose={() => setPanelOpen(false)}
          />
        )}
      </div>
      <FormActions
        isNew={id === null}
        isPublished={values.isPublished}
        isLive={live?.state === 'published' && values.isPublished}
        hasPending={hasPending}
        isUnpublished={live?.isUnpublished === true}
        isMinor={isMinor}
        note={note.text}
        isBusy={writing.saving.status.kind === 'saving'}
        onPublished={(isPublished) => type({ isPublished })}
        onMinor={(minor) => form.change({ kind: 'minor', isMinor: minor })}
        onNote={(text) => form.change({ kind: 'note', text })}
        onCancel={onClose}
        onKeepPending={() => void writing.save('pending', true)}
        onDrop={() => {
          if (window.confirm(DROP_QUESTION)) void writing.drop();
        }}
        onDelete={() => {
          if (window.confirm(DELETE_QUESTION)) void writing.remove();
        }}
        onSave={() => void writing.save(publication.main, true)}
        onPublish={publication.publish}
      />
      <WritingDialogs
        writing={writing}
        onMend={mend}
        onGoTo={goTo}
        onDetach={() => {
          form.change({ kind: 'detached' });
          void writing.saveNow(publication.main, false);
        }}
        onDone={onDone}
      />
    </form>
  );
}

/** Leaves once the form knows that nothing is unsaved: until then leaving would ask. */
function useLeaving(onClose: () => void) {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (isLeaving) onClose();
  }, [isLeaving, onClose]);
  return { isLeaving, onDone: () => setLeaving(true) };
}
