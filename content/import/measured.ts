import { detached } from '../model/detached.ts';
import type { ImportedItem, ImportedText, ImportNote } from './imported.ts';

/** Longest that anything but the words of a text is taken, in characters: what is longer nobody wrote there. */
const LONGEST = 5000;
/** Longest text, in bytes, that the file of an article can hold beside its fields. */
const LONGEST_TEXT = 15 * 1024 * 1024;

/**
 * An item within measure: names and descriptions are cut, and addresses left out, that are longer than any, which is said of a text. Its words
 * stay whole, unless no article can hold them: that is said, and it stays a draft.
 */
export function measured(item: ImportedItem): ImportedItem {
  switch (item.kind) {
    case 'text':
      return measuredText(item);
    case 'site':
      return { ...item, title: cut(item.title), origin: whole(item.origin) };
    case 'list':
      return { ...item, name: cut(item.name), addresses: item.addresses.filter(isShort) };
    case 'file':
      return {
        ...item,
        addresses: item.addresses.filter(isShort),
        alt: cut(item.alt),
        pages: item.pages.filter(isShort),
      };
    case 'left-out':
      return { ...item, what: cut(item.what) };
  }
}

function measuredText(given: ImportedText): ImportedText {
  const text = Buffer.byteLength(given.content) > LONGEST_TEXT ? withoutWords(given) : given;
  return {
    ...text,
    // Nobody knows when readers are to see it.
    state: text.state === 'scheduled' && text.published === null ? 'draft' : text.state,
    id: cut(text.id),
    title: cut(text.title),
    subtitle: cut(text.subtitle),
    slug: cut(text.slug),
    excerpt: cut(text.excerpt),
    categories: text.categories.map(cut),
    tags: text.tags.map(cut),
    author: cut(text.author),
    cover: whole(text.cover),
    coverAlt: cut(text.coverAlt),
    socialTitle: cut(text.socialTitle),
    socialDescription: cut(text.socialDescription),
    socialImage: whole(text.socialImage),
    addresses: text.addresses.filter(isShort),
    feedId: cut(text.feedId),
    notes: [...text.notes.map((note) => ({ ...note, what: cut(note.what) })), ...cutsOf(text)],
  };
}

/** What an author is told of fields that are cut, and of addresses that are left out. */
function cutsOf(text: ImportedText): readonly ImportNote[] {
  const fields: readonly (readonly [name: string, ...values: readonly (string | null)[]])[] = [
    ['l’adresse', text.slug, text.cover, text.socialImage, ...text.addresses],
    ['le sous-titre', text.subtitle],
    ['l’extrait', text.excerpt],
    ['une catégorie', ...text.categories],
    ['un mot-clé', ...text.tags],
    ['le nom de l’auteur', text.author],
    ['la description de l’image', text.coverAlt],
    ['le titre pour les réseaux', text.socialTitle],
    ['la description pour les réseaux', text.socialDescription],
  ];
  return fields.flatMap(([what, ...values]): readonly ImportNote[] =>
    values.some((value) => value !== null && !isShort(value)) ? [{ kind: 'cut', what }] : [],
  );
}

function withoutWords(text: ImportedText): ImportedText {
  return {
    ...text,
    state: text.state === 'private' ? 'private' : 'draft',
    content: '',
    notes: [...text.notes, { kind: 'unread', what: 'il dépasse 15 Mo' }],
  };
}

function isShort(written: string): boolean {
  return written.length <= LONGEST;
}

/** What is cut off is not kept in memory with it. */
function cut<Written extends string | null>(written: Written): Written | string {
  return written === null || isShort(written) ? written : detached(written.slice(0, LONGEST));
}

function whole(address: string | null): string | null {
  return address === null || isShort(address) ? address : null;
}
