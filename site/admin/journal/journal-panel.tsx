import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AuditEvent } from '#content/contract/account-operations.ts';
import { AUDIT_EVENT_TYPES, type AuditEventType } from '#content/contract/operation.ts';
import { useAdmin } from '../context.ts';
import { agentInWords, momentInWords } from '../in-words.ts';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { SelectField, TextField } from '../kit/fields.tsx';
import { EmptyState, NotLoaded } from '../kit/loading.tsx';
import { useSettled } from '../use-settled.ts';
import { EVENT_NAMES, SEVERITY_NAMES, subjectOf, userOf } from './event-words.ts';
import './journal.css';

/** Who did what and when, newest first (docs/product.md, Audit log). */
export function JournalPanel(): ReactNode {
  const [filter, setFilter] = useState(EVERYTHING);
  return (
    <>
      <h1>Journal</h1>
      <p className="journal-lead">
        Qui a fait quoi, et quand : connexions, articles, images, réglages. Le texte de chaque version, lui,
        est dans le dépôt git.
      </p>
      <JournalFilters filter={filter} onChange={setFilter} />
      <Events filter={{ ...filter, search: useSettled(filter.search) }} />
    </>
  );
}

function Events({ filter }: { readonly filter: JournalFilter }): ReactNode {
  const { client } = useAdmin();
  const journal = useInfiniteQuery({
    queryKey: ['listAuditEvents', filter],
    initialPageParam: undefined as string | undefined, // the type of the parameter of every page
    queryFn: ({ pageParam, signal }) => client.listAuditEvents(inputOf(filter, pageParam), { signal }),
    getNextPageParam: (page) => (page.hasMore ? page.events.at(-1)?.id : undefined),
    staleTime: 0,
  });
  if (journal.data === undefined) return <NotLoaded query={journal} failed="Le journal n’a pas pu être lu" />;
  const events = journal.data.pages.flatMap((page) => page.events);
  if (events.length === 0) return <EmptyState title="Aucun événement" />;
  return (
    <>
      <ol className="journal-list">
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ol>
      {journal.hasNextPage && (
        <Button isBusy={journal.isFetchingNextPage} onClick={() => void journal.fetchNextPage()}>
          Événements plus anciens
        </Button>
      )}
    </>
  );
}

function inputOf({ eventType, severity, search }: JournalFilter, after: string | undefined) {
  return {
    ...(eventType === '' ? {} : { eventType }),
    ...(severity === '' ? {} : { severity }),
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(after === undefined ? {} : { after }),
  };
}

function EventRow({ event }: { readonly event: AuditEvent }): ReactNode {
  return (
    <li>
      <time dateTime={event.timestamp}>{momentInWords(event.timestamp)}</time>
      <p className="journal-what">
        <strong>{EVENT_NAMES[event.eventType]}</strong>
        {'\u00a0'}
        {subjectOf(event)}
        {event.severity !== 'info' && (
          <>
            {' '}
            <Badge tone="alert">{SEVERITY_NAMES[event.severity]}</Badge>
          </>
        )}
      </p>
      <p className="journal-who">
        {[userOf(event), event.ipAddress].filter((part) => part !== '').join(' · ')}
        {event.userAgent !== null && <span title={event.userAgent}> · {agentInWords(event.userAgent)}</span>}
      </p>
    </li>
  );
}

/** What the journal is narrowed to; '' is everything. */
interface JournalFilter {
  readonly eventType: AuditEventType | '';
  readonly severity: AuditEvent['severity'] | '';
  readonly search: string;
}
const EVERYTHING: JournalFilter = { eventType: '', severity: '', search: '' };

const SEVERITIES = ['info', 'warning', 'error'] as const;

interface JournalFiltersProps {
  readonly filter: JournalFilter;
  readonly onChange: (filter: JournalFilter) => void;
}

function JournalFilters({ filter, onChange }: JournalFiltersProps): ReactNode {
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
