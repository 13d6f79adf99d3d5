import { decoded } from '#content/model/paths.ts';
import type { WxrItem } from './wxr.ts';

export function typeOf(item: WxrItem): string {
  return item.field('post_type').trim() || 'post';
}

/** What an item becomes: an article or a page; null for what readers never saw as a text of its own. */
export type TextType = (item: WxrItem) => 'post' | 'page' | null;

/**
 * Learns which types of a theme or a plugin (services, recipes, products …) readers saw as texts at addresses of their own. Such a type is of
 * articles where one of it has a category or a tag of the site's, else of pages, which stay out of its lists and feeds as they did.
 */
export function createTextTypes() {
  const seen = new Set<string>();
  const sorted = new Set<string>();
  const counts = new Map<string, { all: number; full: number }>();

  /** Whether an item may be a text. */
  function learn(item: WxrItem): boolean {
    const type = typeOf(item);
    if (type === 'post' || type === 'page') return true;
    const isInternal = INTERNAL.test(type);
    if (isInternal || !NOT_TAKEN.has(item.field('status').trim())) {
      const count = counts.get(type) ?? { all: 0, full: 0 };
      counts.set(type, { all: count.all + 1, full: count.full + (hasContent(item) ? 1 : 0) });
    }
    if (isInternal) return false;
    if (item.field('status').trim() === 'publish' && hasOwnAddress(item)) seen.add(type);
    if (item.terms.some(({ taxonomy }) => taxonomy === 'category' || taxonomy === 'post_tag'))
      sorted.add(type);
    return true;
  }

  const textType: TextType = (item) => {
    const type = typeOf(item);
    if (type === 'post' || type === 'page') return type;
    if (!seen.has(type) || !hasContent(item)) return null;
    return sorted.has(type) ? 'post' : 'page';
  };

  return {
    learn,
    textType,
    /** What is no text, in French, plural, with how many there are. */
    others: (): readonly (readonly [what: string, count: number])[] =>
      [...counts]
        .map(([type, { all, full }]) => [nameOf(type), seen.has(type) ? all - full : all] as const)
        .filter(([, count]) => count > 0),
  };
}

/** Statuses of texts that are not taken, and what they are called. */
export const NOT_TAKEN: ReadonlyMap<string, string> = new Map([
  ['trash', 'articles à la corbeille'],
  ['auto-draft', 'brouillons automatiques vides'],
  ['inherit', 'révisions'],
]);

/** Types of WordPress, shops, forums and builders that hold settings, parts of pages, or what is of other people than the author. */
const INTERNAL =
  /^(?:post|page|attachment|revision|nav_menu_item|custom_css|customize_changeset|oembed_cache|user_request|feedback|product_variation|forum|topic|reply|slide(?:r|s)?|wpforms|tablepress_table|tribe_(?:venue|organizer)|wp_(?:block|font_face|font_family|global_styles|navigation|template|template_part)|(?!avada_(?:faq|portfolio)$)(?:acf|elementor|et|fl|vc|fusion|avada|jet|ct|bricks|edd|scheduled|amp|rank_math|shop|wpcf7|mc4wp|ml|mailpoet)[-_][\w-]+|(?:[\w-]+[-_])?(?:form|template|layout|block|library|schema|sidebar|menu|popup|widget)s?)$/;

/** What readers never saw is shown below a query, or nowhere. */
function hasOwnAddress(item: WxrItem): boolean {
  const link = item.field('link').trim();
  const path = URL.canParse(link, HERE) ? new URL(link, HERE) : null;
  const name = item.field('post_name').trim();
  return (
    path !== null &&
    path.search === '' &&
    path.pathname !== '/' &&
    (decoded(path.pathname) ?? '').includes(decoded(name) ?? name)
  );
}
const HERE = 'http://site.invalid/';

function hasContent(item: WxrItem): boolean {
  return (
    item.field('content').trim() !== '' ||
    ['_elementor_data', '_thumbnail_id'].some((key) => (item.meta.get(key) ?? '').trim() !== '')
  );
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['revision', 'révisions'],
  ['nav_menu_item', 'éléments de menu'],
  ['wp_block', 'compositions réutilisables (reprises dans les articles qui les montrent)'],
  ['wp_template', 'modèles du thème'],
  ['wp_template_part', 'éléments de modèle du thème'],
  ['wp_global_styles', 'réglages de style'],
  ['wp_navigation', 'menus de navigation'],
  ['custom_css', 'feuilles de style'],
  ['customize_changeset', 'réglages du thème'],
  ['oembed_cache', 'copies de contenus intégrés'],
  ['user_request', 'demandes de visiteurs'],
  ['product', 'produits'],
  ['shop_order', 'commandes'],
  ['event', 'événements'],
  ['tribe_events', 'événements'],
  ['wpcf7_contact_form', 'formulaires de contact'],
  ['feedback', 'messages reçus par formulaire'],
  ['portfolio', 'réalisations'],
  ['jetpack-portfolio', 'réalisations'],
  ['testimonial', 'témoignages'],
  ['jetpack-testimonial', 'témoignages'],
]);

function nameOf(type: string): string {
  return NAMES.get(type) ?? `contenus de type «\u00a0${type.slice(0, 40)}\u00a0»`;
}
