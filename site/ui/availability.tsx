import type { ReactNode } from 'react';
import { PLACES_AVAILABLE } from '#content/model/capacity.ts';
import type { LayoutData } from './layout-data.ts';

/** The status of the running quarter; the base script keeps what carries `data-capacity` up to date. */
export function Availability({ data }: { readonly data: LayoutData['availability'] }): ReactNode {
  return (
    <dl className="availability">
      <div>
        <dt data-capacity="currentMonth">{data.quarter}</dt>
        <dd>
          <span className="dot" data-available={String(data.status === PLACES_AVAILABLE)} />
          <span data-capacity="availabilityStatus">{data.status}</span>
        </dd>
      </div>
      <div>
        <dt data-capacity="nextMonth">{data.nextQuarter}</dt>
        <dd>{waitingCount(data.waitlistCount)}</dd>
      </div>
    </dl>
  );
}

/** « 9 personnes sur liste d'attente »; what is no number is shown as it was written. */
function waitingCount(count: string): string {
  return `${count} ${/^[01]$/.test(count) ? 'personne' : 'personnes'} sur liste d'attente`;
}
