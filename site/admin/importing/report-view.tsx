import { type ReactNode, useState } from 'react';
import type { ImportPlan, ImportState } from '#content/contract/import-operations.ts';
import { countOf } from '#content/contract/in-words.ts';
import { quoted } from '#content/model/french-spaces.ts';
import { useApiMutation } from '../api/use-api.ts';
import { useAdmin, useIsPublishedApart, useNextExchange } from '../context.ts';
import { momentInWords } from '../in-words.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { useNavigation } from '../navigation.tsx';
import { PATHS } from '../sections.ts';
import { doneInWords, draftsInWords, scheduledInWords } from './import-words.ts';
import { Facts, More } from './plan-view.tsx';
import { ImportNow } from './sending-view.tsx';

interface ReportViewProps {
  readonly shown: ImportState;
  readonly plan: ImportPlan;
}

/** What an import did, and what can be done next. */
export function ReportView({ shown, plan }: ReportViewProps): ReactNode {
  const { report, reason } = shown;
  const isApart = useIsPublishedApart();
  const isWritten = shown.state === 'done' || shown.state === 'published';
  const others =
    isWritten && report !== null && report.written > 0
      ? [draftsInWords(plan), scheduledInWords(plan)].filter((said) => said !== null)
      : [];
  return (
    <ImportNow label="Compte rendu">
      <p className="import-said" role="status">
        {shown.state === 'done' && report !== null
          ? doneInWords(report)
          : shown.state === 'published' && isApart
            ? PUBLISHED_HERE
            : SENTENCES[shown.state]}
      </p>
      {reason !== null && <p role="status">{reason}</p>}
      {report !== null && shown.state !== 'undone' && (
        <Facts
          facts={[
            [report.written, 'texte écrit', 'textes écrits'],
            [report.updated, 'mis à jour', 'mis à jour'],
            [report.kept, 'laissé tel quel', 'laissés tels quels'],
            [report.pictures, 'image', 'images'],
            [report.published, 'publié', 'publiés'],
          ]}
        />
      )}
      {others.length > 0 && <p className="kit-fact">{others.join(' ')}</p>}
      {shown.state !== 'undone' && <NextSteps shown={shown} toPublish={report?.toPublish ?? 0} />}
      {report !== null && <Troubles shown={shown} report={report} />}
      {report?.endedAt != null && <p className="kit-fact">Terminé le {momentInWords(report.endedAt)}</p>}
    </ImportNow>
  );
}

/** Where publishing and sending are two things: the next exchange brings it to the readers. */
const PUBLISHED_HERE =
  'Les textes importés sont publiés\u00a0: ils seront en ligne dès qu’ils auront été envoyés, et leurs anciennes adresses y mèneront.';

const SENTENCES: Partial<Record<ImportState['state'], string>> = {
  stopped: `L’import n’est pas terminé. Ce qui est écrit reste, et ${quoted('Reprendre')} continue sans rien refaire.`,
  published: 'Les textes importés sont en ligne, et leurs anciennes adresses y mènent.',
  undone:
    'Cet import est annulé. Vos autres textes n’ont pas changé. Pour importer de nouveau, commencez un nouvel import du même export.',
};

interface NextStepsProps extends Pick<ReportViewProps, 'shown'> {
  /** How many of its texts readers are to see that do not yet. */
  readonly toPublish: number;
}

function NextSteps({ shown: { id, state }, toPublish }: NextStepsProps): ReactNode {
  const { go } = useNavigation();
  const { offers } = useAdmin();
  const resume = useApiMutation('startImport', { failed: 'L’import n’a pas pu reprendre' });
  const publish = useApiMutation('publishImport', { failed: 'La publication n’a pas pu commencer' });
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="import-actions">
      {state === 'stopped' && (
        <Button variant="gold" isBusy={resume.isPending} onClick={() => resume.mutate({ id })}>
          Reprendre
        </Button>
      )}
      {state === 'done' && toPublish > 0 && (
        <Button variant="gold" isBusy={publish.isPending} onClick={() => publish.mutate({ id })}>
          {toPublish < 2
            ? 'Publier le texte importé'
            : `Publier les ${countOf(toPublish, 'texte importé', 'textes importés')}`}
        </Button>
      )}
      <Button onClick={() => go(PATHS.posts)}>Voir les articles</Button>
      {state === 'published' && offers.has('getLive') && (
        <a className="kit-button" href="/blog" target="_blank" rel="noopener">
          Voir le blog<span className="unseen"> (nouvel onglet)</span>
        </a>
      )}
      <Button variant="danger" onClick={() => setAsking(true)}>
        Annuler cet import
      </Button>
      {isAsking && <UndoDialog id={id} onClose={() => setAsking(false)} />}
    </div>
  );
}

function UndoDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const whenSeen = useNextExchange();
  const undo = useApiMutation('undoImport', { failed: 'L’import n’a pas pu être annulé' });
  return (
    <Dialog
      title="Annuler cet import&nbsp;?"
      description={`Les articles, pages, images et redirections que cet import a apportés sont retirés, publiés ou non. Ce que quelqu’un a modifié depuis, ou que l’import a seulement mis à jour, reste et vous sera nommé. Les textes publiés vont à la corbeille. ${whenSeen}`}
      onClose={onClose}
    >
      <DialogActions>
        <Button onClick={onClose}>Garder l’import</Button>
        <Button
          variant="danger"
          isBusy={undo.isPending}
          onClick={() => undo.mutate({ id }, { onSettled: onClose })}
        >
          Annuler l’import
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface TroublesProps {
  readonly shown: Pick<ImportState, 'id' | 'state'>;
  readonly report: NonNullable<ImportState['report']>;
}

function Troubles({ shown: { id, state }, report }: TroublesProps): ReactNode {
  const { failedPictures, leftByUndo, refused } = report;
  const retry = useApiMutation('retryImportPictures', { failed: 'Les images n’ont pas pu être réessayées' });
  const canRetry = state === 'done' || state === 'published';
  return (
    <>
      {leftByUndo.length > 0 && (
        <div>
          <h3>Restés&nbsp;: modifiés par quelqu’un depuis, ou seulement mis à jour par l’import</h3>
          <ul className="import-list">
            {leftByUndo.map((title) => (
              <li key={title}>{title}</li>
            ))}
          </ul>
        </div>
      )}
      {state !== 'undone' && (
        <More
          summary={countOf(
            refused.length,
            'texte n’a pas pu être importé',
            'textes n’ont pas pu être importés',
          )}
          items={refused.map(({ title, reason }) => [title, reason])}
        />
      )}
      {state !== 'undone' && (
        <More
          summary={countOf(
            failedPictures.length,
            'image n’a pas pu être prise',
            'images n’ont pas pu être prises',
          )}
          items={failedPictures.map(({ address, reason, texts }) => [
            address,
            `${reason} · ${texts.map(({ title }) => title).join(', ')}`,
          ])}
        >
          {canRetry && (
            <div className="import-actions">
              <Button isBusy={retry.isPending} onClick={() => retry.mutate({ id })}>
                Réessayer les images
              </Button>
            </div>
          )}
        </More>
      )}
    </>
  );
}
