import type { ReactNode } from 'react';
import type { Finding } from '#content/model/checks/finding.ts';
import { capitalized, type OfKind, postWords } from '#content/model/post-words.ts';
import { useApiMutation } from '../api/use-api.ts';
import { CheckReport } from '../checks/check-report.tsx';
import { ConflictScreen } from '../compare/conflict-screen.tsx';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Sheet } from './sheet.tsx';
import type { LinksToMend, Writing } from './use-writing.ts';

const CHECK_TITLE = 'Vérification avant publication';

interface WritingDialogsProps {
  readonly writing: Writing;
  readonly values: OfKind;
  /** The text of a deleted article becomes that of a new one. */
  readonly onDetach: () => void;
  readonly onDone: () => void;
}

/** What stands over the form until it is answered; one at a time. The check stands beside it: {@link CheckBeside}. */
export function WritingDialogs({ writing, values, onDetach, onDone }: WritingDialogsProps): ReactNode {
  const { saving, question } = writing;
  const { status } = saving;
  if (status.kind === 'failed' && status.problem.kind === 'conflict') {
    const { conflict, intent } = status.problem;
    const applying = conflict.theirs.isPublished ? 'applying' : 'applying-draft';
    return (
      <ConflictScreen
        origin={intent === 'apply' || intent === 'resolve' ? applying : 'saving'}
        conflict={conflict}
        onResolve={(values) => void writing.resolve(conflict, intent, values)}
        onLeave={saving.forget}
      />
    );
  }
  if (status.kind === 'failed' && status.problem.kind === 'deleted')
    return <DeletedDialog values={values} onDetach={onDetach} onClose={saving.forget} />;
  if (question?.kind !== 'links') return null;
  return (
    <LinksDialog
      links={question.links}
      onClose={() => {
        writing.closeQuestion();
        if (question.closes) onDone();
      }}
    />
  );
}

interface CheckBesideProps {
  readonly writing: Writing;
  /** `sheet` beside an open text; `dialog` where none is. */
  readonly place: 'sheet' | 'dialog';
  /** Null where the text is not open. */
  readonly onMend: ((finding: Finding) => void) | null;
  readonly onGoTo: (finding: Finding) => void;
}

/** What the check found, while it is asked about. */
export function CheckBeside({ writing, place, onMend, onGoTo }: CheckBesideProps): ReactNode {
  const { check, question } = writing;
  if (question?.kind !== 'check' || check.state.kind === 'idle') return null;
  const { word, intent, closes } = question;
  const report = (
    <CheckReport
      state={check.state}
      publication={word === null ? null : { word, onPublish: () => void writing.saveAsked(intent, closes) }}
      onMend={onMend}
      onGoTo={(finding) => {
        writing.closeQuestion();
        onGoTo(finding);
      }}
      onRepeat={() => void check.run().catch(() => null)}
      onClose={writing.closeQuestion}
    />
  );
  return place === 'dialog' ? (
    <Dialog title={CHECK_TITLE} width="wide" onClose={writing.closeQuestion}>
      {report}
    </Dialog>
  ) : (
    <Sheet title={CHECK_TITLE} role="dialog" closeLabel="Fermer" onClose={writing.closeQuestion}>
      <div className="sheet-section">{report}</div>
    </Sheet>
  );
}

interface DeletedDialogProps {
  readonly values: OfKind;
  readonly onDetach: () => void;
  readonly onClose: () => void;
}

function DeletedDialog({ values, onDetach, onClose }: DeletedDialogProps): ReactNode {
  const { this: this_, it, anew, aNew, e } = postWords(values);
  return (
    <Dialog
      title={`${capitalized(this_)} a été supprimé${e}`}
      description={`${capitalized(it)} a été supprimé${e} pendant que vous écriviez. Votre texte est toujours là\u00a0: vous pouvez l’enregistrer comme ${aNew}, en brouillon.`}
      onClose={onClose}
    >
      <DialogActions>
        <Button onClick={onClose}>Revenir à mon texte</Button>
        <Button variant="gold" onClick={onDetach}>
          Enregistrer comme {anew}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface LinksDialogProps {
  readonly links: LinksToMend;
  readonly onClose: () => void;
}

/** After a change of address: the articles that still link to the old one, to be mended in one go. */
function LinksDialog({ links: { from, to, posts }, onClose }: LinksDialogProps): ReactNode {
  const mend = useApiMutation('mendLinks', {
    said: ({ waiting }) => ({
      title: 'Liens mis à jour',
      ...(waiting === 0 ? {} : { description: waitingWords(waiting) }),
    }),
    failed: 'Les liens n’ont pas pu être mis à jour',
  });
  return (
    <Dialog
      title="Mettre à jour les liens&nbsp;?"
      description={`L’adresse est maintenant ${to}. L’ancienne y mène encore, mais d’autres textes peuvent y mener directement\u00a0:`}
      onClose={onClose}
    >
      <ul className="links-to-mend">
        {posts.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={onClose}>Laisser ainsi</Button>
        <Button
          variant="gold"
          isBusy={mend.isPending}
          onClick={() => mend.mutate({ from, to }, { onSuccess: onClose })}
        >
          Mettre à jour les liens
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function waitingWords(count: number): string {
  return count === 1
    ? 'Un texte en ligne attend d’être publié avec son nouveau lien.'
    : `${count} textes en ligne attendent d’être publiés avec leurs nouveaux liens.`;
}
