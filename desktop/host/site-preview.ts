import * as z from 'zod';
import { empty, newPostSchema } from '#content/contract/fields.ts';
import { call } from '#content/contract/operation.ts';

/** The site as readers will see it, in a window of its own. */
export const SITE_SCHEME = 'site';
const SITE_HOST = 'apercu';
export const SITE_ORIGIN = `${SITE_SCHEME}://${SITE_HOST}`;

/** Whether an address is one of the previewed site, whatever it names there. */
export function isSiteAddress(address: string): boolean {
  return siteTarget(address) !== null;
}

/** What is asked of the previewed site: path and query; null for any other address. */
export function siteTarget(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== `${SITE_SCHEME}:` || url.host !== SITE_HOST || url.username !== '') return null;
  return (url.pathname === '' ? '/' : url.pathname) + url.search;
}

const SITE_WIDTHS = ['wide', 'phone'] as const;
export type SiteWidth = (typeof SITE_WIDTHS)[number];

export const sitePreviewCalls = {
  openSite: call({
    input: z.object({ width: z.enum(SITE_WIDTHS) }),
    output: empty,
    summary: 'Shows the site in its window: the article of the open form, else the home page.',
  }),
  showText: call({
    input: z.object({
      text: z.object({ id: z.uuid().nullable(), post: newPostSchema }).nullable(),
    }),
    output: empty,
    summary: 'Puts the text of the open form on the previewed site; null once no form is open.',
  }),
} as const;
