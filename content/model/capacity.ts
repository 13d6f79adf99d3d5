import * as z from 'zod';

/** The only status that means places are available (docs/product.md, Capacity). */
export const PLACES_AVAILABLE = 'Places disponibles';
export const FULL = 'Complet';

/**
 * Quarter labels shown when capacity.yml does not give them (docs/product.md, Capacity): the running quarter, the next one,
 * and the running quarter as the footer's card states it.
 */
const FALLBACK_QUARTERS = { current: 'T3 2025', next: 'T4 2025', footer: 'T4 2024' } as const;

/** Places of a quarter unless capacity.yml says otherwise. */
const PLACES = '3';

/** A number counts as the text that writes it; nothing else does. */
const count = z.preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string());

/** capacity.yml (docs/product.md, Capacity). */
export const capacitySchema = z.object({
  currentMonth: z.string().nullable().default(null),
  nextMonth: z.string().nullable().default(null),
  waitlistCount: count.default('9'),
  maxSlots: count.default(PLACES),
  lastActivity: z.string().nullable().default(null),
  availabilityStatus: z.string().default(FULL),
  testimonialQuote: z.string().nullable().default(null),
  testimonialAuthor: z.string().nullable().default(null),
  updatedAt: z.string().nullable().default(null),
});
export type Capacity = z.infer<typeof capacitySchema>;

/** What GET /api/capacity answers (docs/product.md, Capacity). */
export const publicCapacitySchema = z.object({
  currentMonth: z.string(),
  nextMonth: z.string(),
  availabilityStatus: z.string(),
});
export type PublicCapacity = z.infer<typeof publicCapacitySchema>;

/** The public face of a capacity, labels and status filled in where the file gives none. */
export function publicCapacity(capacity: Capacity): PublicCapacity {
  return {
    currentMonth: statedOr(capacity.currentMonth, FALLBACK_QUARTERS.current),
    nextMonth: statedOr(capacity.nextMonth, FALLBACK_QUARTERS.next),
    availabilityStatus: statedOr(capacity.availabilityStatus, FULL),
  };
}

/** The running quarter as the footer's card states it, and how many places it has. */
export function statedQuarter({ currentMonth, maxSlots }: Capacity) {
  return {
    quarter: statedOr(currentMonth, FALLBACK_QUARTERS.footer),
    places: statedOr(maxSlots, PLACES),
  };
}

/** What a client says, and who; null where nobody says anything. */
export function statedTestimonial({ testimonialQuote, testimonialAuthor }: Capacity) {
  const quote = statedOr(testimonialQuote, null);
  return quote === null ? null : { quote, author: statedOr(testimonialAuthor, null) };
}

/** An author empties a field of the form rather than leave a key out of the file: both say nothing. */
function statedOr<Otherwise extends string | null>(
  text: string | null,
  otherwise: Otherwise,
): string | Otherwise {
  return text === null || text.trim() === '' ? otherwise : text;
}
