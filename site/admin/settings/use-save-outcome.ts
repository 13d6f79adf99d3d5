import { OperationError } from '#content/contract/client.ts';
import { useAdmin } from '../context.ts';
import { useFailure, useToast } from '../toasts.tsx';
import type { Faults, Revised } from './use-settings-draft.ts';

interface Draft {
  readonly saved: () => void;
  readonly refuse: (faults: Faults) => void;
  readonly meet: (theirs: Revised) => void;
}

interface Outcome {
  readonly draft: Draft;
  /** What is saved now: asked when somebody else saved meanwhile. */
  readonly reread: () => Promise<Revised>;
  readonly texts: { readonly saved: string; readonly failed: string };
}

/** What follows a save of settings: a toast, what is wrong at its field, or the other's text beside one's own. */
export function useSaveOutcome({ draft, reread, texts }: Outcome) {
  const toast = useToast();
  const fail = useFailure();
  const { publishing } = useAdmin();

  async function failed(error: Error): Promise<void> {
    const { code, field, reason } = readError(error);
    if (code === 'conflict') {
      try {
        draft.meet(await reread());
      } catch (unread) {
        fail(texts.failed, unread);
        return;
      }
    }
    if (field !== null) draft.refuse(new Map([[field, reason]]));
    fail(texts.failed, error);
  }

  return {
    onSuccess: () => {
      draft.saved();
      toast({ title: texts.saved, ...(publishing === undefined ? {} : { description: WHEN_SEEN }) });
    },
    onError: (error: Error) => void failed(error),
  };
}

/** On a desktop settings do not wait for « Publier »: there is one version of them. */
const WHEN_SEEN = 'Le site en tiendra compte dès la prochaine synchronisation.';

function readError(error: Error): {
  readonly code: string;
  readonly field: string | null;
  readonly reason: string;
} {
  if (!(error instanceof OperationError)) return { code: '', field: null, reason: '' };
  const { code, data, text } = error;
  const field = data['field'];
  return { code, field: typeof field === 'string' ? field.replace(/^site\./, '') : null, reason: text };
}
