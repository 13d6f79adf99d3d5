import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AuditEvent } from '#content/contract/account-operations.ts';
import { AUDIT_EVENT_TYPES, type AuditEventType } from '#content/contract/operation.ts';
import { stated } from '../api/use-api.ts';
import { useAdmin } from '../context.ts';
import { agentInWords, momentInWords } from '../in-words.ts';
import { Badge } from '../kit/badge.tsx';
import { ChoiceField, TextField } from '../kit/fields.tsx';
import { EmptyState, NotLoaded } from '../kit/loading.tsx';
import { MoreButton } from '../kit/rows.tsx';
import { useDebounced } from '../use-debounced.ts';
import { EVENT_NAMES, SEVERITY_NAMES, subjectOf, userOf } from './event-words.ts';
import './audit.css';

/** Who did what and when, newest first (docs/product.md, Audit log). */
export function AuditPanel(): ReactNode {
  const [filter, setFilter] = useState(EVERYTHING);
  return (
    <>
      <h1>Journal</h1>
      <p className="admin-lead">
        Qui a fait quoi, et quand&nbsp;: connexions, articles, pages, images, réglages. Le texte de chaque
        version, lui, est dans le dépôt git.
      </p>
      <AuditFilters filter={filter} onChange={setFilter} />
      <Events filter={{ ...filter, search: useDebounced(filter.search) }} />
    </>
  );
}

function Events({ filter }: { readonly filter: AuditFilter }): ReactNode {
  const { client } = useAdmin();
  const log = useInfiniteQuery({
    queryKey: ['listAuditEvents', filter],
    initialPageParam: undefined as string | undefined, // the type of the parameter of every page
    queryFn: ({ pageParam, signal }) => client.listAuditEvents(inputOf(filter, pageParam), { signal }),
    getNextPageParam: (page) => (page.hasMore ? page.events.at(-1)?.id : undefined),
    staleTime: 0,
  });
  if (log.data === undefined) return <NotLoaded query={log} failed="Le journal n’a pas pu être lu" />;
  const events = log.data.pages.flatMap((page) => page.events);
  if (events.length === 0) return <EmptyState title="Aucun événement" />;
  return (
    <>
      <ol className="audit-list">
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ol>
      <MoreButton query={log}>Événements plus anciens</MoreButton>
    </>
  );
}

function inputOf({ eventType, severity, search }: AuditFilter, after: string | undefined) {
  return {
    ...stated({ eventType, severity, search: search.trim() }),
    ...(after === undefined ? {} : { after }),
  };
}

function EventRow({ event }: { readonly event: AuditEvent }): ReactNode {
  return (
    <li>
      <time className="kit-fact" dateTime={event.timestamp}>
        {momentInWords(event.timestamp)}
      </time>
      <p className="audit-what">
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
      <p className="kit-fact audit-who">
        {[userOf(event), event.ipAddress].filter((part) => part !== '').join(' · ')}
        {event.userAgent !== null && <span title={event.userAgent}> · {agentInWords(event.userAgent)}</span>}
      </p>
    </li>
  );
}

/** What the log is narrowed to; '' is everything. */
interface AuditFilter {
  readonly eventType: AuditEventType | '';
  readonly severity: AuditEvent['severity'] | '';
  readonly search: string;
}
const EVERYTHING: AuditFilter = { eventType: '', severity: '', search: '' };

const SEVERITIES = ['info', 'warning', 'error'] as const;

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
}

function AuditFilters({ filter, onChange }: AuditFiltersProps): ReactNode {
  return (
    <search className="audit-filters">
      <TextField
        label="Rechercher"
        type="search"
        value={filter.search}
        placeholder="Titre, utilisateur, adresse…"
        onChange={({ target }) => onChange({ ...filter, search: target.value })}
      />
      <ChoiceField
        label="Événement"
        value={filter.eventType}
        options={[['', 'Tous'], ...AUDIT_EVENT_TYPES.map((type) => [type, EVENT_NAMES[type]] as const)]}
        onChoose={(eventType) => onChange({ ...filter, eventType })}
      />
      <ChoiceField
        label="Gravité"
        value={filter.severity}
        options={[['', 'Toutes'], ...SEVERITIES.map((name) => [name, SEVERITY_NAMES[name]] as const)]}
        onChoose={(severity) => onChange({ ...filter, severity })}
      />
    </search>
  );
}
