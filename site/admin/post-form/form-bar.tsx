import type { LucideIcon } from 'lucide-react';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Ellipsis from 'lucide-react/icons/ellipsis';
import ExternalLink from 'lucide-react/icons/external-link';
import Eye from 'lucide-react/icons/eye';
import History from 'lucide-react/icons/history';
import ListChecks from 'lucide-react/icons/list-checks';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type MouseEvent, type ReactNode, useId } from 'react';
import { postWords } from '#content/model/post-words.ts';
import { useAdmin } from '../context.ts';
import { timeInWords } from '../in-words.ts';
import { Button, IconButton } from '../kit/button.tsx';
import { useNavigation } from '../navigation.tsx';
import { StateBadge } from '../posts-table/state-badge.tsx';
import { historyPath } from '../sections.ts';
import { type BarProps, PrimaryActions } from './form-actions.tsx';
import { isDirty } from './form-state.ts';
import { addressOf } from './form-values.ts';

interface FormBarProps extends BarProps {
  readonly isPanelOpen: boolean;
  readonly isPreviewOpen: boolean;
  readonly onCancel: () => void;
  readonly onPanel: () => void;
  readonly onPreview: () => void;
  /** What else can be done with the article: a menu where the bar has no room for it. */
  readonly actions: ReactNode;
}

/** The one bar over the page: how the text stands, what can be shown beside it, and what can be done with it. */
export function FormBar({ actions, ...props }: FormBarProps): ReactNode {
  const { state, writing, publication } = props;
  return (
    <div className="form-bar">
      <IconButton label="Retour aux articles" onClick={props.onCancel}>
        <ArrowLeft aria-hidden="true" size={20} />
      </IconButton>
      <div className="form-standing">
        <div className="form-badges">
          <StateBadge
            post={state.values}
            state={publication.phase}
            hasPending={state.base.kind === 'pending'}
            staged={publication.staged}
          />
        </div>
        <p className="form-status" role="status">
          {statusText(props)}
        </p>
      </div>
      <Tool
        icon={SlidersHorizontal}
        label={`Réglages ${postWords(state.values).of}`}
        word="Réglages"
        isOn={props.isPanelOpen}
        onPress={props.onPanel}
      />
      <MoreActions>
        <Tools {...props} />
        {actions}
      </MoreActions>
      <PrimaryActions state={state} writing={writing} publication={publication} />
    </div>
  );
}

/** A row of the bar; where there is no room for it a menu at the foot of the window, with a button that opens it. */
function MoreActions({ children }: { readonly children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <>
      <Button size="small" variant="quiet" aria-label="Autres actions" popoverTarget={id}>
        <Ellipsis aria-hidden="true" size={20} />
      </Button>
      <div id={id} className="form-more" popover="auto" onClickCapture={closeMenu}>
        {children}
      </div>
    </>
  );
}

/** Before the action itself: the focus is back at the button of the menu when the action takes it elsewhere. */
function closeMenu({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || target.closest('button, a') === null) return;
  if (currentTarget.matches(':popover-open')) currentTarget.hidePopover();
}

function Tools(props: Omit<FormBarProps, 'actions'>): ReactNode {
  const { offers } = useAdmin();
  const { go } = useNavigation();
  const { id, values, live } = props.state;
  const { the } = postWords(values);
  const isShown = live?.state === 'published' && offers.has('getLive');
  return (
    <div className="form-tools">
      <Tool icon={Eye} label="Aperçu" word="Aperçu" isOn={props.isPreviewOpen} onPress={props.onPreview} />
      <Tool
        icon={ListChecks}
        label={`Vérifier ${the}`}
        word="Vérifier"
        onPress={() => void props.writing.startCheck()}
      />
      {id !== null && (
        <Tool icon={History} label="Historique" word="Historique" onPress={() => go(historyPath(id))} />
      )}
      {isShown && (
        <a
          className="kit-button kit-button-quiet kit-button-small"
          href={addressOf(live.base.values)}
          target="_blank"
          rel="noopener"
          aria-label={`Voir ${the} en ligne (nouvel onglet)`}
          title={`Voir ${the} en ligne`}
        >
          <ExternalLink aria-hidden="true" size={18} />
          <span className="form-tool-word">Voir</span>
        </a>
      )}
    </div>
  );
}

interface ToolProps {
  readonly icon: LucideIcon;
  readonly label: string;
  /** Shown where there is room for it; a part of `label`. */
  readonly word: string;
  /** Undefined for what opens nothing beside the text. */
  readonly isOn?: boolean;
  readonly onPress: () => void;
}

function Tool({ icon: Icon, label, word, isOn, onPress }: ToolProps): ReactNode {
  return (
    <Button
      size="small"
      variant="quiet"
      aria-label={label}
      aria-pressed={isOn}
      title={label}
      onClick={onPress}
    >
      <Icon aria-hidden="true" size={18} />
      <span className="form-tool-word">{word}</span>
    </Button>
  );
}

function statusText({ state, writing, publication }: BarProps): string {
  const { status } = writing.saving;
  if (status.kind === 'saving') return 'Enregistrement…';
  if (status.kind === 'failed') return 'Non enregistré';
  if (isDirty(state)) return publication.coming ?? 'Modifications non enregistrées';
  return status.kind === 'saved' ? `Enregistré à ${timeInWords(status.at)}` : '';
}
