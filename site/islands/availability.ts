import type { PLACES_AVAILABLE, PublicCapacity } from '#content/model/capacity.ts';

type Labels = Partial<PublicCapacity>;

/** The model's own word, which the compiler sees to: importing it would bring zod into every page. */
const AVAILABLE: typeof PLACES_AVAILABLE = 'Places disponibles';

/** Asks for the capacity, and has the page say it. */
export async function showAvailability({ document, location }: Window): Promise<void> {
  const capacity = await fetchCapacity();
  showLabels(document, capacity);
  const asOf = Object.values(capacity).join(' ');
  const card = document.querySelector(CARD);
  if (card === null || card.getAttribute(AS_OF) === asOf) return;
  // Its texts, its counts and its message say more than the answer does: only the page as it is served now has them.
  const html = await (await fetch(location.href)).text();
  const served = new DOMParser().parseFromString(html, 'text/html').querySelector(CARD);
  if (served?.getAttribute(AS_OF) === asOf) card.replaceWith(served);
}

/** The footer's card, and for which answer it was written. */
const AS_OF = 'data-as-of';
const CARD = `[${AS_OF}]`;

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

/** Writes the labels in place, and the dot. */
function showLabels(page: Document, capacity: Labels): void {
  for (const [name, value] of Object.entries(capacity)) {
    for (const label of page.querySelectorAll(`[data-capacity="${name}"]`)) label.textContent = value;
  }
  const isAvailable = String(capacity.availabilityStatus === AVAILABLE);
  for (const dot of page.querySelectorAll('[data-available]'))
    dot.setAttribute('data-available', isAvailable);
}
