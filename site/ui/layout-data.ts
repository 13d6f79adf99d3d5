import type { Cover } from '#content/contract/posts.ts';
import type { Site } from '#content/model/site.ts';

/** What the header and the footer say, the same on every page but for `current`. */
export interface LayoutData {
  readonly brand: { readonly name: string; readonly badge: string; readonly logo: Cover | null };
  readonly contact: string;
  /** The pages that the menu leads to, between the blog and the contact. */
  readonly menu: readonly MenuEntry[];
  readonly availability: {
    readonly status: string;
    /** The running quarter, as the footer's card states it. */
    readonly quarter: string;
    readonly nextQuarter: string;
    readonly waitlistCount: string;
    /** What the public call said when this was written, in one text (site/islands/availability.ts). */
    readonly asOf: string;
  };
  /** Its text and its places as the capacity has them. */
  readonly footer: Omit<Site['footer'], 'textAvailable'>;
  /** The messaging app, with the message about the next quarter's waiting list written in. */
  readonly waitlist: string;
  readonly social: Site['social'];
  readonly year: number;
}

export interface MenuEntry {
  readonly address: string;
  readonly title: string;
}

/** Where a page stands in the navigation: one of its entries, a post below the blog, the address of a page, or nowhere. */
export type Section = 'home' | 'blog' | 'post' | 'search' | 'none' | `/${string}`;
