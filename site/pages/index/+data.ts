import type { PageContextServer } from 'vike/types';
import { gatherHome, type HomeData } from '#site/render/home.tsx';

export function data({ reader }: PageContextServer): Promise<HomeData> {
  return gatherHome(reader);
}
