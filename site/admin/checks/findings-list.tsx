import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Finding } from '#content/model/checks/finding.ts';
import { Button } from '../kit/button.tsx';
import { FIELD_LABELS } from '../post-form/field-labels.ts';
import { findingField } from './apply-finding.ts';
import './checks.css';

interface FindingsListProps {
  readonly findings: readonly Finding[];
  /** Null where the text is not open. */
  readonly onMend: ((finding: Finding) => void) | null;
  readonly onGoTo: (finding: Finding) => void;
}

/** What a check found: what it is, where, and what mends it. */
export function FindingsList({ findings, onMend, onGoTo }: FindingsListProps): ReactNode {
  return (
    <ul className="findings">
      {findings.map((finding, at) => {
        const field = findingField(finding);
        return (
          // Findings have no identity but their place.
          <li key={at} className={`finding finding-${finding.severity}`}>
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
      })}
    </ul>
  );
}
