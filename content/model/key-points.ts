import { collectCandidates } from './key-points-candidates.ts';
import { classify, KEY_POINT_PRIORITIES, type KeyPointType } from './key-points-types.ts';
import { withoutConnectors } from './key-points-wording.ts';

export type { KeyPointType } from './key-points-types.ts';

/** docs/product.md, Key points. */
const MAX_KEY_POINTS = 4;
const MIN_KEY_POINT_LENGTH = 20;
const MAX_KEY_POINT_LENGTH = 120;

/** One thing to remember of a post; derived from its HTML, never stored (docs/product.md, Key points). */
export interface KeyPoint {
  readonly text: string;
  readonly type: KeyPointType;
  readonly icon: string;
  readonly priority: number;
}

/** What a reader sees for each type (docs/product.md, Key points). */
export const KEY_POINT_LABELS: Readonly<Record<KeyPointType, string>> = {
  conseil: 'Conseil',
  chiffre: 'Chiffre clé',
  action: 'Action',
  lecon: 'Leçon',
  erreur: 'Attention',
  resultat: 'Résultat',
};

const KEY_POINT_ICONS: Readonly<Record<KeyPointType, string>> = {
  conseil: '💡',
  chiffre: '📊',
  action: '⚡',
  lecon: '📚',
  erreur: '⚠️',
  resultat: '🎯',
};

/**
 * The key points of a post, best first, from the safe HTML of its body (docs/product.md, Key points): list items, quotes, emphasised
 * text, headings, and the sentences of paragraphs that speak of business, figures or lessons. Never throws.
 */
export function extractKeyPoints(html: string): readonly KeyPoint[] {
  const points: KeyPoint[] = [];
  for (const { text: written, bonus } of collectCandidates(html)) {
    const text = withoutConnectors(written);
    if (text.length < MIN_KEY_POINT_LENGTH || text.length > MAX_KEY_POINT_LENGTH) continue;
    const { type, isCertain } = classify(text);
    const priority = (isCertain ? KEY_POINT_PRIORITIES[type] : FALLBACK_PRIORITY) + bonus;
    points.push({ text, type, icon: KEY_POINT_ICONS[type], priority });
  }
  return withoutDuplicates(points.sort((a, b) => b.priority - a.priority)).slice(0, MAX_KEY_POINTS);
}

/** Of a text that is no known type. */
const FALLBACK_PRIORITY = 3;

function withoutDuplicates(points: readonly KeyPoint[]): readonly KeyPoint[] {
  const seen = new Set<string>();
  return points.filter(({ text }) => {
    const key = text.toLocaleLowerCase('fr');
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
