import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AdminPost, PostState } from '#content/contract/posts-operations.ts';
import { LISTS_CHANGED } from '#content/contract/stale.ts';
import { frenchSpaces } from '#content/model/french-spaces.ts';
import { capitalized, type OfKind, postWords } from '#content/model/post-words.ts';
import { invalidate } from '../api/use-api.ts';
import { useAdmin, useIsPublishedApart } from '../context.ts';
import { messageOf } from '../error-text.ts';
import { momentInWords } from '../in-words.ts';
import { useNavigation } from '../navigation.tsx';
import { firstFault } from '../post-form/first-faults.ts';
import { initialState, isDirty } from '../post-form/form-state.ts';
import { createFormStore, type FormStore } from '../post-form/form-store.ts';
import type { SaveDone } from '../post-form/save-post.ts';
import { intentsOf } from '../post-form/use-publication.ts';
import { doneTitle, readyTitle } from '../post-form/use-saving.ts';
import { useWriting } from '../post-form/use-writing.ts';
import { CheckBeside, WritingDialogs } from '../post-form/writing-dialogs.tsx';
import { usePublish } from '../publish-bar/use-publishing.ts';
import { postPath } from '../sections.ts';
import { useFailure } from '../toasts.tsx';

interface RowPublicationProps {
  readonly post: AdminPost;
  readonly onClose: () => void;
}

/** Publishes an article of the list as its form would, of which nothing is seen but what it asks. */
export function RowPublication({ post, onClose }: RowPublicationProps): ReactNode {
  const { id } = post;
  const failed = failedWords(post);
  const { client } = useAdmin();
  const queries = useQueryClient();
  const fail = useFailure();
  const [form, setForm] = useState<FormStore | null>(null);
  const isOpened = useRef(false);
  useEffect(() => {
    if (isOpened.current) return;
    isOpened.current = true;
    function refuse(reason: string): void {
      fail(reason === failed ? failed : `${failed}\u00a0: ${reason}`);
      onClose();
    }
    async function open(): Promise<void> {
      const opened = createFormStore(initialState(await client.getEditablePost({ id })));
      const isToGoOn = checkAsPublished(opened);
      const fault = firstFault(opened.state().values);
      if (!isToGoOn) onClose();
      else if (fault === null) setForm(opened);
      else refuse(fault.text);
    }
    open().catch((error: unknown) => {
      // What is gone, or changed, is not in the list as it is shown.
      invalidate(queries, LISTS_CHANGED);
      refuse(messageOf(error, failed));
    });
  });
  return form === null ? null : <Publication post={post} form={form} onClose={onClose} />;
}

/** Ticks « Publier l'article »; a withdrawal that is over has to go for that, which is asked: false when it is to stay. */
function checkAsPublished(form: FormStore): boolean {
  form.change({ kind: 'typed', fields: { isPublished: true } });
  const { values } = form.state();
  const { unpublishAt } = values;
  const { this: this_, them } = postWords(values);
  if (unpublishAt === '' || Date.parse(unpublishAt) > Date.now()) return true;
  const question = `Le retrait de ${this_} était prévu le ${momentInWords(unpublishAt)}. ${capitalized(them)} publier, et effacer cette date\u00a0?`;
  if (!window.confirm(frenchSpaces(question))) return false;
  form.change({ kind: 'typed', fields: { unpublishAt: '' } });
  return true;
}

interface PublicationProps extends RowPublicationProps {
  readonly form: FormStore;
}

function Publication({ post, form, onClose }: PublicationProps): ReactNode {
  const { id } = post;
  const isApart = useIsPublishedApart();
  const { go } = useNavigation();
  const fail = useFailure();
  const { publish } = usePublish({ post });
  const [isBegun, setBegun] = useState(false);
  const onDone = (): void => {
    if (isApart) void publish([id]);
  };
  const writing = useWriting({
    form,
    publishing: 'by-saving',
    focusField: () => undefined,
    onDone,
    words: { saved: (done) => savedTitle(done, post), failed: failedWords(post) },
  });
  const { main } = intentsOf(form.state(), isApart ? 'apart' : 'by-saving');

  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    // Where publishing is another thing than saving, all of it may be saved already.
    const isSaved = isApart && !isDirty(form.state());
    const done = isSaved ? Promise.resolve().then(onDone) : writing.save(main, true);
    void done.finally(() => setBegun(true));
  });

  const { status } = writing.saving;
  const problem = status.kind === 'failed' ? status.problem.kind : null;
  // The form keeps what its author makes of both texts; nothing of this one is left once a save of theirs is refused.
  const hasClashed = problem === 'conflict';
  const isOver =
    hasClashed || (isBegun && writing.question === null && problem !== 'deleted' && status.kind !== 'saving');
  useEffect(() => {
    if (!isOver) return;
    if (hasClashed) {
      fail(`${failedWords(post)}\u00a0: ${changedWords(post)}`);
      go(postPath(id));
    }
    onClose();
  }, [isOver, hasClashed, onClose, fail, go, post, id]);
  if (isOver) return null;

  return (
    <>
      <CheckBeside writing={writing} place="dialog" onMend={null} onGoTo={() => go(postPath(id))} />
      <WritingDialogs
        writing={writing}
        values={post}
        onDetach={() => {
          form.change({ kind: 'detached' });
          void writing.saveNow('live', false);
        }}
        onDone={onDone}
      />
    </>
  );
}

function savedTitle({ kind, post }: SaveDone, of: OfKind): string {
  return kind === 'kept-pending' ? readyTitle(of) : doneTitle(post, DONE[post.state]);
}

const DONE: Readonly<Record<PostState, string>> = {
  /** The text of an article that was deleted meanwhile. */
  draft: 'créé',
  published: 'publié',
  scheduled: 'programmé',
  withdrawn: 'publié',
};

function changedWords(post: OfKind): string {
  const { it, them } = postWords(post);
  return `${it} a changé entre-temps. Relisez-${them} ici, puis publiez-${them}.`;
}

function failedWords(post: OfKind): string {
  return `Impossible de publier ${postWords(post).theInTitles}`;
}
