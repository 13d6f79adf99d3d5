import type { PageContextServer } from 'vike/types';
import { gatherPreview, type PreviewData } from '#site/render/preview.tsx';

/** What an address of a preview shows: the draft its reader was made for, or that there is none any more. */
export function data({ reader }: PageContextServer): Promise<PreviewData> {
  return gatherPreview(reader);
}
