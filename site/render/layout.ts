import { type Capacity, PLACES_AVAILABLE, publicCapacity, statedQuarter } from '#content/model/capacity.ts';
import { frenchSpaces } from '#content/model/french-spaces.ts';
import type { Site } from '#content/model/site.ts';
import type { LayoutData } from '#site/ui/layout-data.ts';
import { coverAt } from './images.ts';
import { withQuery } from './page-address.ts';
import type { PageReader } from './reader.ts';

/** What the header and the footer of every page need. */
export async function gatherLayout(reader: PageReader): Promise<LayoutData> {
  const site = reader.site();
  const capacity = reader.capacity();
  const shown = publicCapacity(capacity);
  const { nextMonth, availabilityStatus } = shown;
  return {
    brand: { name: site.brand.name, badge: site.brand.badge, logo: await coverAt(reader, site.brand.logo) },
    contact: site.contact.profile,
    menu: inFrench(reader.menu()),
    availability: {
      status: availabilityStatus,
      quarter: statedQuarter(capacity).quarter,
      nextQuarter: nextMonth,
      waitlistCount: capacity.waitlistCount,
      asOf: Object.values(shown).join(' '),
    },
    footer: inFrench(footerAt(site.footer, capacity)),
    waitlist: waitlistAddress(site.contact, nextMonth),
    social: site.social,
    year: reader.year(),
  };
}

/** The footer's texts at this capacity: how many places there are, and never « complet » beside places available. */
function footerAt({ textAvailable, ...footer }: Site['footer'], capacity: Capacity): LayoutData['footer'] {
  return {
    ...footer,
    text: capacity.availabilityStatus === PLACES_AVAILABLE ? textAvailable : footer.text,
    exclusivity: withPlaces(footer.exclusivity, statedQuarter(capacity).places),
  };
}

/** A notice with its number of places, in figures or in words; none and one are singular. */
function withPlaces(notice: string, places: string): string {
  const counted = /^(?:[01]|une)$/i.test(places)
    ? notice.replace(/(?<=\{places\}\s)places\b/g, 'place')
    : notice;
  return counted.replaceAll('{places}', () => places);
}

/** The messaging app with the message written in: https://t.me/…?text=… */
function waitlistAddress(
  contact: { readonly profile: string; readonly waitlistMessage: string },
  quarter: string,
): string {
  const message = contact.waitlistMessage.replaceAll('{trimestre}', quarter);
  return withQuery({ location: contact.profile }, `?text=${encodeURIComponent(message)}`);
}

/** The same plain data, each text with its French spaces: authors type ordinary ones. */
export function inFrench<Data>(data: Data): Data {
  return mapTexts(data) as Data; // a factory: objects, lists and texts come back as what they were
}

function mapTexts(value: unknown): unknown {
  if (typeof value === 'string') return frenchSpaces(value);
  if (Array.isArray(value)) return value.map(mapTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner)]));
}
