import { ArrowLeft, ExternalLink, Eye, History, ListChecks, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PostState } from '#content/contract/posts-operations.ts';
import type { StagedPost } from '#content/contract/publishing.ts';
import { useAdmin } from '../context.ts';
import { timeInWords } from '../in-words.ts';
import { Button, IconButton } from '../kit/button.tsx';
import { useNavigation } from '../navigation.tsx';
import { StateBadge } from '../posts-table/state-badge.tsx';
import { historyPath } from '../sections.ts';
import type { SaveStatus } from './use-saving.ts';

interface FormBarProps {
  /** Null for a new article, which has no history. */
  readonly postId: string | null;
  /** Of what is saved. */
  readonly phase: PostState;
  /** What the next save changes of it, in French; null when nothing. */
  readonly coming: string | null;
  readonly hasPending: boolean;
  /** As {@link StateBadge} takes it. */
  readonly staged: StagedPost | null | undefined;
  /** Where readers find the article; null while they cannot. */
  readonly livePath: string | null;
  readonly status: SaveStatus;
  readonly isDirty: boolean;
  readonly isPanelOpen: boolean;
  readonly isPreviewOpen: boolean;
  readonly onCancel: () => void;
  readonly onCheck: () => void;
  readonly onPanel: () => void;
  readonly onPreview: () => void;
}

/** What the form is about, how its text stands, and what can be shown beside it. */
export function FormBar(props: FormBarProps): ReactNode {
  const { offers } = useAdmin();
  return (
    <div className="form-bar">
      <IconButton label="Retour aux articles" onClick={props.onCancel}>
        <ArrowLeft aria-hidden="true" size={20} />
      </IconButton>
      <StateBadge state={props.phase} hasPending={props.hasPending} staged={props.staged} />
      <p className="form-status" role="status">
        {statusText(props)}
      </p>
      <div className="form-bar-tools">
        {props.livePath !== null && offers.has('getLive') && (
          <a
            className="kit-button kit-button-quiet kit-button-small"
            href={props.livePath}
            target="_blank"
            rel="noopener"
            aria-label="Voir l’article en ligne (nouvel onglet)"
          >
            <ExternalLink aria-hidden="true" size={18} />
            <span>Voir</span>
          </a>
        )}
        {props.postId !== null && <HistoryButton postId={props.postId} />}
        <Button size="small" variant="quiet" aria-label="Vérifier l’article" onClick={props.onCheck}>
          <ListChecks aria-hidden="true" size={18} />
          <span>Vérifier</span>
        </Button>
        <Button
          size="small"
          variant="quiet"
          aria-label="Aperçu"
          aria-pressed={props.isPreviewOpen}
          onClick={props.onPreview}
        >
          <Eye aria-hidden="true" size={18} />
          <span>Aperçu</span>
        </Button>
        <Button
          size="small"
          variant="quiet"
          aria-label="Réglages de l’article"
          aria-pressed={props.isPanelOpen}
          onClick={props.onPanel}
        >
          <SlidersHorizontal aria-hidden="true" size={18} />
          <span>Réglages</span>
        </Button>
      </div>
    </div>
  );
}

function HistoryButton({ postId }: { readonly postId: string }): ReactNode {
  const { go } = useNavigation();
  return (
    <Button size="small" variant="quiet" aria-label="Historique" onClick={() => go(historyPath(postId))}>
      <History aria-hidden="true" size={18} />
      <span>Historique</span>
    </Button>
  );
}

function statusText({ status, isDirty, coming }: FormBarProps): string {
  if (status.kind === 'saving') return 'Enregistrement…';
  if (status.kind === 'failed') return 'Non enregistré';
  if (isDirty) return coming ?? 'Modifications non enregistrées';
  if (status.kind !== 'saved') return '';
  const merged = status.wasMerged ? ' avec les changements faits ailleurs' : '';
  return `Enregistré à ${timeInWords(status.at)}${merged}`;
}
