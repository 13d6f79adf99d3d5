import { slugFromTitle } from '../slug.ts';

/** Ids the site's pages use themselves; a heading never takes one (its id then starts with `section-`). */
const PAGE_IDS: ReadonlySet<string> = new Set(
  `accueil app article auteur blog body commentaires contact contenu description entete envoyer footer form header
  galerie head html islands langue lecture main menu mobile nav navigation notes page partage partager pied-de-page
  points-cles principal recherche resume retour root script share skip sommaire style theme titre title toast toasts
  top vike version-complete version-courte version-mobile`.split(/\s+/),
);
/** Prefixes of ids made elsewhere: footnotes, React's ids, parts of the page. */
const TAKEN_PREFIXES = /^(?:note|appel-note|react|radix|island|page|menu|version|toast)-/;
const PREFIX = 'section-';

/** Gives each heading of one document its id: the slug of its text, never twice the same, never one of the page's. */
export function createHeadingIds(): (text: string) => string {
  const used = new Set<string>();
  const repeated = new Map<string, number>();
  return (text) => {
    const base = safeId(slugFromTitle(text));
    let id = base;
    // Each turn raises the count of this base for good: however many headings share a name, turns stay few for each.
    for (let count = repeated.get(base) ?? 1; used.has(id); ) {
      count += 1;
      repeated.set(base, count);
      id = `${base}-${count}`;
    }
    used.add(id);
    return id;
  };
}

function safeId(slug: string): string {
  if (slug === '') return 'section';
  return PAGE_IDS.has(slug) || TAKEN_PREFIXES.test(slug) || /^\d/.test(slug) ? PREFIX + slug : slug;
}
