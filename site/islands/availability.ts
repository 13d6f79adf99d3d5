import type { PLACES_AVAILABLE, PublicCapacity } from '#content/model/capacity.ts';

type Labels = Partial<PublicCapacity>;

/** docs/product.md, Capacity. */
const REFETCH_MS = 10 * 60 * 1000;
const FRESH_MS = 5 * 60 * 1000;
/** The model's own word, which the compiler sees to: importing it would bring zod into every page. */
const AVAILABLE: typeof PLACES_AVAILABLE = 'Places disponibles';

/** Asks for the capacity every ten minutes, and when a page comes back into view with an old one (docs/product.md, Capacity). */
export function keepAvailabilityFresh(page: Window): void {
  let fetchedAt = page.performance.now();
  const refetch = (): void => {
    if (page.document.hidden) return;
    fetchedAt = page.performance.now();
    // Without an answer the page keeps what it says; the next turn asks again.
    fetchCapacity().then(
      (capacity) => showCapacity(page.document, capacity),
      () => undefined,
    );
  };
  page.setInterval(refetch, REFETCH_MS);
  page.document.addEventListener('visibilitychange', () => {
    if (page.performance.now() - fetchedAt > FRESH_MS) refetch();
  });
}

async function fetchCapacity(): Promise<Labels> {
  const response = await fetch('/api/capacity');
  if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
  return labelsOf(await response.json());
}

/** The texts of an answer; publicCapacitySchema would say more, and bring zod into every page. */
export function labelsOf(answer: unknown): Labels {
  const entries = typeof answer === 'object' && answer !== null ? Object.entries(answer) : [];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Writes the labels in place, the dot, and the quarter named in the message of the contact button. */
function showCapacity(page: Document, capacity: Labels): void {
  const { nextMonth, availabilityStatus } = capacity;
  const shownQuarter = page.querySelector('[data-capacity=nextMonth]')?.textContent;
  for (const link of page.querySelectorAll('a[data-waitlist]')) {
    const href = link.getAttribute('href');
    if (!nextMonth || !shownQuarter || href === null) continue;
    link.setAttribute('href', href.replace(encodeURIComponent(shownQuarter), encodeURIComponent(nextMonth)));
  }
  for (const [name, value] of Object.entries(capacity)) {
    for (const label of page.querySelectorAll(`[data-capacity="${name}"]`)) label.textContent = value;
  }
  if (!availabilityStatus) return;
  const isAvailable = String(availabilityStatus === AVAILABLE);
  for (const dot of page.querySelectorAll('[data-available]'))
    dot.setAttribute('data-available', isAvailable);
}
