import * as z from 'zod';

/** The only status that means places are available (docs/product.md, Capacity). */
export const PLACES_AVAILABLE = 'Places disponibles';
export const FULL = 'Complet';

/**
 * Quarter labels shown when capacity.yml does not give them (docs/product.md, Capacity): the running quarter, the next one,
 * and the running quarter as the footer's card states it.
 */
export const FALLBACK_QUARTERS = { current: 'T3 2025', next: 'T4 2025', footer: 'T4 2024' } as const;

/** capacity.yml (docs/product.md, Capacity). */
export const capacitySchema = z.object({
  currentMonth: z.string().nullable().default(null),
  nextMonth: z.string().nullable().default(null),
  waitlistCount: z.coerce.string().default('9'),
  maxSlots: z.coerce.string().default('3'),
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

/** The public face of a capacity, labels filled in where the file gives none. */
export function publicCapacity(capacity: Capacity): PublicCapacity {
  return {
    currentMonth: capacity.currentMonth ?? FALLBACK_QUARTERS.current,
    nextMonth: capacity.nextMonth ?? FALLBACK_QUARTERS.next,
    availabilityStatus: capacity.availabilityStatus,
  };
}
