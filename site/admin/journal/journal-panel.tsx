import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AuditEvent } from '#content/contract/account-operations.ts';
import { useAdmin } from '../context.ts';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { NotLoaded } from '../kit/not-loaded.tsx';
import { momentInWords } from '../moments.ts';
import { useSettled } from '../use-settled.ts';
import { agentInWords } from '../user-agent.ts';
import { EVENT_NAMES, SEVERITY_NAMES, subjectOf, userOf } from './event-words.ts';
import { EVERYTHING, type JournalFilter, JournalFilters } from './journal-filters.tsx';
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
        <strong>{EVENT_NAMES[event.eventType]}</strong> {subjectOf(event)}
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
