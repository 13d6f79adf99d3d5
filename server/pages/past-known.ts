import { atMost } from '#content/git/concurrency.ts';
import type { LiveContent } from '#content/service/live-content.ts';
import { isMissing, type PageAnswer } from '#site/render/kept-page.ts';

/** Whether all addresses that articles left are known: what seems missing until then may be one of them. */
export type Past = Pick<LiveContent, 'isPastKnown' | 'pastKnown'>;

/** How long an address that may be an article’s old one waits for history to be read, in milliseconds. */
const WAITS_MS = 10_000;

/** Whether an answer may be another one once the past is known. */
export function mayBeFormer(target: string, answer: PageAnswer): boolean {
  return isMissing(answer) && /^\/+blog\/+[^/?]/i.test(target);
}

/** Whether the past is known, soon at least. */
export async function isKnownSoon({ isPastKnown, pastKnown }: Past): Promise<boolean> {
  if (isPastKnown()) return true;
  await atMost(WAITS_MS, pastKnown());
  return isPastKnown();
}
