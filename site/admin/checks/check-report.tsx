import CircleAlert from 'lucide-react/icons/circle-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Finding } from '#content/model/checks/finding.ts';
import { Button } from '../kit/button.tsx';
import { DialogActions } from '../kit/dialog.tsx';
import { Loading } from '../kit/loading.tsx';
import { FIELD_LABELS } from '../post-form/form-values.ts';
import type { SaveWord } from '../post-form/phase.ts';
import { type CheckState, findingField, inShort } from './use-check.ts';
import './checks.css';

interface CheckReportProps extends Omit<ResultProps, 'findings'> {
  readonly state: CheckState;
  /** Given when the check stands before a publication: goes on with it. */
  readonly publication: Publication | null;
  readonly onRepeat: () => void;
  readonly onClose: () => void;
}

/** What a check says, asked for or met on the way to a first publication, and how it goes on. */
export function CheckReport({ state, publication, onClose, onRepeat, ...list }: CheckReportProps): ReactNode {
  return (
    <>
      {state.kind === 'running' && <Loading label="Vérification…" />}
      {state.kind === 'failed' && <p role="alert">La vérification n’a pas pu être faite.</p>}
      {state.kind === 'done' && <Result findings={state.findings} {...list} />}
      <DialogActions>
        {state.kind === 'failed' && <Button onClick={onRepeat}>Réessayer</Button>}
        <Button onClick={onClose}>{publication === null ? 'Fermer' : 'Continuer à écrire'}</Button>
        {publication !== null && state.kind !== 'running' && (
          <PublishButton findings={state.kind === 'done' ? state.findings : []} {...publication} />
        )}
      </DialogActions>
    </>
  );
}

interface ResultProps {
  readonly findings: readonly Finding[];
  /** Null where the text is not open. */
  readonly onMend: ((finding: Finding) => void) | null;
  readonly onGoTo: (finding: Finding) => void;
}

/** What a check found: what it is, where, and what mends it. */
function Result({ findings, onMend, onGoTo }: ResultProps): ReactNode {
  const summary = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    // The button that had the focus may have gone with what it mended: the summary takes it before anything else does (kept-focus.ts).
    if (document.activeElement === document.body) summary.current?.focus();
  }, [findings]);
  return (
    <>
      <p ref={summary} role="status" tabIndex={-1}>
        {findings.length === 0 ? 'Rien à corriger.' : `À revoir\u00a0: ${inShort(findings)}.`}
      </p>
      <ul className="findings">
        {findings.map((finding, at) => (
          // Findings have no identity but their place.
          <FindingRow key={at} finding={finding} onMend={onMend} onGoTo={onGoTo} />
        ))}
      </ul>
    </>
  );
}

interface Publication {
  /** What the button that was pressed said. */
  readonly word: SaveWord;
  readonly onPublish: () => void;
}

interface PublishButtonProps extends Publication {
  readonly findings: readonly Finding[];
}

/** What readers would meet as a fault is confirmed once more; remarks are the author's to judge. */
function PublishButton({ findings, word, onPublish }: PublishButtonProps): ReactNode {
  const hasErrors = findings.some(({ severity }) => severity === 'error');
  const question = `Il reste des erreurs que les lecteurs verront. ${word} quand même\u00a0?`;
  return (
    <Button
      variant="gold"
      onClick={() => {
        if (!hasErrors || window.confirm(question)) onPublish();
      }}
    >
      {findings.length === 0 ? word : `${word} quand même`}
    </Button>
  );
}

interface FindingRowProps extends Omit<ResultProps, 'findings'> {
  readonly finding: Finding;
}

function FindingRow({ finding, onMend, onGoTo }: FindingRowProps): ReactNode {
  const field = findingField(finding);
  return (
    <li className={`finding finding-${finding.severity}`}>
      {finding.severity === 'error' ? (
        <CircleAlert aria-label="Erreur" size={18} />
      ) : (
        <TriangleAlert aria-label="Remarque" size={18} />
      )}
      <p>
        {finding.message}
        {field !== null && <span className="finding-field">{FIELD_LABELS[field]}</span>}
      </p>
      <div className="finding-actions">
        {field !== null && (
          <Button size="small" variant="quiet" onClick={() => onGoTo(finding)}>
            Y aller
          </Button>
        )}
        {onMend !== null && finding.replacement !== null && (
          <Button size="small" title={finding.replacement.label} onClick={() => onMend(finding)}>
            Corriger
          </Button>
        )}
      </div>
    </li>
  );
}
