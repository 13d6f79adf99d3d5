import * as z from 'zod';
import { capacitySchema } from '#content/model/capacity.ts';
import { plainImage } from '#content/testing/images.ts';
import type { Author } from './author.ts';
import type { FaultSite } from './fault-site.ts';
import { numberedText, numberIn } from './texts.ts';

/** How every write must be answered. */
export interface Refusal {
  readonly status: number;
  readonly sentence: RegExp;
}

const settingsSchema = z.object({ capacity: capacitySchema, revision: z.string().nullable() });
/** A text that nobody may ever see: the ledger knows nothing of it. */
const REFUSED_TEXT = numberedText(1_000_000_000);

/** Tries everything that writes while nothing can be written, and reads; what was not answered as it must. */
export async function refusalFaults(
  author: Author,
  { saved, pending }: Pick<FaultSite, 'saved' | 'pending'>,
  { status, sentence }: Refusal,
): Promise<readonly string[]> {
  const { capacity, revision } = settingsSchema.parse((await author.call('GET /api/admin/capacity')).value);
  const form = new FormData();
  const picture = await plainImage(300, 200, '#123456').png().toBuffer();
  form.set('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'refusee.png');
  const slug = 'refuse';
  const writes: readonly (readonly [string, unknown])[] = [
    [`PUT /api/admin/posts/${saved.id}`, { content: REFUSED_TEXT }],
    ['POST /api/admin/posts', { title: 'Refusé', slug, content: REFUSED_TEXT, isPublished: true }],
    [`PUT /api/admin/posts/${pending.id}/pending`, { content: REFUSED_TEXT }],
    ['PUT /api/admin/capacity', { capacity: { ...capacity, waitlistCount: '1000000' }, revision }],
    ['POST /api/admin/upload', form],
  ];
  const faults: string[] = [];
  for (const [route, body] of writes) {
    const answer = await author.call(route, body);
    if (answer.status !== status || !sentence.test(answer.text))
      faults.push(
        `${route}: ${answer.status} ${answer.text.slice(0, 200)} instead of ${status} ${sentence.source}`,
      );
  }
  const page = await author.call(`GET /blog/${saved.slug}`);
  if (page.status !== 200 || numberIn(page.text) === null)
    faults.push(`readers were answered ${page.status}`);
  const absent = await author.call(`GET /blog/${slug}`);
  if (absent.status !== 404) faults.push(`an article that was refused is answered ${absent.status}`);
  return faults;
}
