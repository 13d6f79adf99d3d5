import type { ReactNode } from 'react';
import type { AuditEvent } from '#content/contract/account-operations.ts';
import { AUDIT_EVENT_TYPES, type AuditEventType } from '#content/contract/operation.ts';
import { SelectField, TextField } from '../kit/fields.tsx';
import { EVENT_NAMES, SEVERITY_NAMES } from './event-words.ts';

/** What the journal is narrowed to; '' is everything. */
export interface JournalFilter {
  readonly eventType: AuditEventType | '';
  readonly severity: AuditEvent['severity'] | '';
  readonly search: string;
}
export const EVERYTHING: JournalFilter = { eventType: '', severity: '', search: '' };

const SEVERITIES = ['info', 'warning', 'error'] as const;

interface JournalFiltersProps {
  readonly filter: JournalFilter;
  readonly onChange: (filter: JournalFilter) => void;
}

export function JournalFilters({ filter, onChange }: JournalFiltersProps): ReactNode {
  return (
    <search className="journal-filters">
      <TextField
        label="Rechercher"
        type="search"
        value={filter.search}
        placeholder="Titre, utilisateur, adresse…"
        onChange={({ target }) => onChange({ ...filter, search: target.value })}
      />
      <SelectField
        label="Événement"
        value={filter.eventType}
        onChange={({ target }) => {
          const eventType = AUDIT_EVENT_TYPES.find((type) => type === target.value) ?? '';
          onChange({ ...filter, eventType });
        }}
      >
        <option value="">Tous</option>
        {AUDIT_EVENT_TYPES.map((type) => (
          <option key={type} value={type}>
            {EVENT_NAMES[type]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Gravité"
        value={filter.severity}
        onChange={({ target }) => {
          const severity = SEVERITIES.find((name) => name === target.value) ?? '';
          onChange({ ...filter, severity });
        }}
      >
        <option value="">Toutes</option>
        {SEVERITIES.map((severity) => (
          <option key={severity} value={severity}>
            {SEVERITY_NAMES[severity]}
          </option>
        ))}
      </SelectField>
    </search>
  );
}
