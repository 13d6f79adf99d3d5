import type { ReactNode } from 'react';
import type { Finding } from '#content/model/checks/finding.ts';
import { CheckDialog } from '../checks/check-dialog.tsx';
import { ConflictScreen } from '../compare/conflict-screen.tsx';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { LinksDialog } from './links-dialog.tsx';
import type { Writing } from './use-writing.ts';

interface WritingDialogsProps {
  readonly writing: Writing;
  /** Null where the text is not open. */
  readonly onMend: ((finding: Finding) => void) | null;
  readonly onGoTo: (finding: Finding) => void;
  /** The text of a deleted article becomes that of a new one. */
  readonly onDetach: () => void;
  readonly onDone: () => void;
}

/** What stands over the form until it is answered; one at a time. */
export function WritingDialogs({
  writing,
  onMend,
  onGoTo,
  onDetach,
  onDone,
}: WritingDialogsProps): ReactNode {
  const { saving, check, question } = writing;
  const { status } = saving;
  if (status.kind === 'failed' && status.problem.kind === 'conflict') {
    const { conflict, intent } = status.problem;
    const applying = conflict.theirs.isPublished ? 'applying' : 'applying-draft';
    return (
      <ConflictScreen
        origin={intent === 'apply' || intent === 'settle' ? applying : 'saving'}
        conflict={conflict}
        onSettle={(values) => void writing.settle(conflict, intent, values)}
        onLeave={saving.forget}
      />
    );
  }
  if (status.kind === 'failed' && status.problem.kind === 'deleted')
    return <DeletedDialog onDetach={onDetach} onClose={saving.forget} />;
  switch (question?.kind) {
    case undefined:
      return null;
    case 'links':
      return (
        <LinksDialog
          links={question.links}
          onClose={() => {
            writing.closeQuestion();
            if (question.closes) onDone();
          }}
        />
      );
    case 'check':
      return (
        <CheckDialog
          state={check.state}
          onPublish={question.publishes ? () => void writing.saveNow(question.intent, question.closes) : null}
          onMend={onMend}
          onGoTo={(finding) => {
            writing.closeQuestion();
            onGoTo(finding);
          }}
          onRepeat={() => void check.run().catch(() => null)}
          onClose={writing.closeQuestion}
        />
      );
  }
}

interface DeletedDialogProps {
  readonly onDetach: () => void;
  readonly onClose: () => void;
}

function DeletedDialog({ onDetach, onClose }: DeletedDialogProps): ReactNode {
  return (
    <Dialog
      title="Cet article a été supprimé"
      description="Il a été supprimé pendant que vous écriviez. Votre texte est toujours là : vous pouvez l’enregistrer comme un nouvel article."
      onClose={onClose}
    >
      <DialogActions>
        <Button onClick={onClose}>Revenir à mon texte</Button>
        <Button variant="gold" onClick={onDetach}>
          Enregistrer comme nouvel article
        </Button>
      </DialogActions>
    </Dialog>
  );
}
