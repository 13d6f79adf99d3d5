import type { PageContextServer } from 'vike/types';
import { gatherLegal, type LegalData } from '#site/render/legal.tsx';

export function data({ reader }: PageContextServer): Promise<LegalData> {
  return gatherLegal(reader, 'notice');
}
