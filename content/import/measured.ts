import { detached } from '../model/detached.ts';
import type { ImportedItem, ImportedText, ImportNote } from './imported.ts';

/** Longest that anything but the words of a text is taken, in characters: what is longer nobody wrote there. */
const LONGEST = 5000;
/** Longest text, in bytes, that the file of an article can hold beside its fields. */
const LONGEST_TEXT = 15 * 1024 * 1024;

/** What is as long as it is: the words, and what this program made. */
const WHOLE: ReadonlySet<string> = new Set(['content', 'anchors', 'path']);
/** What is left out where it is longer, rather than cut. */
const ADDRESSES: ReadonlySet<string> = new Set(['origin', 'cover', 'socialImage', 'addresses', 'pages']);

/** What an author is told of fields of a text that are cut, and of addresses that are left out, in this order. */
const SAID: Readonly<Record<string, string>> = {
  slug: 'l’adresse',
  cover: 'l’adresse',
  socialImage: 'l’adresse',
  addresses: 'l’adresse',
  subtitle: 'le sous-titre',
  excerpt: 'l’extrait',
  categories: 'une catégorie',
  tags: 'un mot-clé',
  author: 'le nom de l’auteur',
  coverAlt: 'la description de l’image',
  socialTitle: 'le titre pour les réseaux',
  socialDescription: 'la description pour les réseaux',
};

/**
 * An item within measure: names and descriptions are cut, and addresses left out, that are longer than any, which is said of a text. Its words
 * stay whole, unless no article can hold them: that is said, and it stays a draft.
 */
export function measured(item: ImportedItem): ImportedItem {
  const cuts = new Set<string | undefined>();
  const short = within('', item, cuts) as ImportedItem; // Each of its fields is what it was.
  return short.kind === 'text' ? measuredText(short, cuts) : short;
}

/** A value of a field; null for an address that is left out. What is cut off is not kept in memory with it. */
function within(field: string, value: unknown, cuts: Set<string | undefined>): unknown {
  if (WHOLE.has(field) || value === null) return value;
  if (Array.isArray(value)) return value.flatMap((one: unknown) => within(field, one, cuts) ?? []);
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, within(name, one, cuts)]));
  if (typeof value !== 'string' || value.length <= LONGEST) return value;
  cuts.add(SAID[field]);
  return ADDRESSES.has(field) ? null : detached(value.slice(0, LONGEST));
}

function measuredText(text: ImportedText, cuts: ReadonlySet<string | undefined>): ImportedText {
  const isTooLong = Buffer.byteLength(text.content) > LONGEST_TEXT;
  // Nobody knows when readers are to see it.
  const isUndated = text.state === 'scheduled' && text.published === null;
  const said = [...new Set(Object.values(SAID))].filter((what) => cuts.has(what));
  const notes: readonly ImportNote[] = [
    ...(isTooLong ? [{ kind: 'unread' as const, what: 'il dépasse 15 Mo' }] : []),
    ...said.map((what) => ({ kind: 'cut' as const, what })),
  ];
  return {
    ...text,
    state: isUndated || (isTooLong && text.state !== 'private') ? 'draft' : text.state,
    content: isTooLong ? '' : text.content,
    notes: [...text.notes, ...notes],
  };
}
