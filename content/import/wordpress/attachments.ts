import { detached } from '#content/model/detached.ts';
import { isPicture } from '../export-tree.ts';
import type { ImportedFile } from '../imported.ts';
import type { WxrItem } from './wxr.ts';

/** A file of WordPress's library. */
export interface Attachment {
  readonly id: string;
  /** The text it was added to; '0' for none. */
  readonly parent: string;
  /** Of all its sizes, the largest first. */
  readonly addresses: readonly string[];
  readonly alt: string;
  readonly link: string;
}

/** What an <item> says of a file; null where it does not say where the file is. */
export function readAttachment(item: WxrItem): Attachment | null {
  const address = item.field('attachment_url').trim() || item.field('guid').trim();
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  return {
    id: item.field('post_id').trim(),
    parent: item.field('post_parent').trim(),
    addresses: addressesOf(address, item),
    alt: (item.meta.get('_wp_attachment_image_alt') ?? '').trim(),
    link: item.field('link').trim(),
  };
}

/** How many sizes of one picture are read: themes make a dozen or two. */
const MAX_SIZES = 200;

/** What PHP's serialize() wrote of a size: the name of its file, and how wide it is. Lengths of texts may lie: XML has no line ends of Windows. */
const SIZE_FILE = /s:4:"file";s:\d{1,9}:"([^"/\\]+)";(?:s:5:"width";(?:i:|s:\d{1,9}:")(\d{1,9}))?/g;
/** The file that was uploaded, where the first of its sizes is smaller, or where browsers do not show it (HEIC). */
const ORIGINAL = /s:14:"original_image";s:\d{1,9}:"([^"/\\]+)"/;

function addressesOf(address: string, item: WxrItem): readonly string[] {
  const folder = address.slice(0, address.lastIndexOf('/') + 1);
  const metadata = item.meta.get('_wp_attachment_metadata') ?? '';
  const original = ORIGINAL.exec(metadata)?.[1];
  const sizes = [...metadata.matchAll(SIZE_FILE)].slice(0, MAX_SIZES);
  const names = sizes
    .toSorted(([, , a = 0], [, , b = 0]) => Number(b) - Number(a))
    .map(([, name = '']) => name);
  const all = [
    ...(original === undefined || !isPicture(original) ? [] : [`${folder}${original}`]),
    address,
    ...names.map((name) => `${folder}${name}`),
  ];
  return detached([...new Set(all)]);
}

export function fileOf({ id, addresses }: Attachment, pages: readonly string[]): ImportedFile {
  return { kind: 'file', id, addresses, path: null, bytes: 0, pages };
}

/** `photo-300x200.jpg`, `photo-scaled.jpg` and `photo-e1550000000000.jpg` are made of `photo.jpg`. */
export const SIZE = /(?:-\d{1,5}x\d{1,5}|-scaled|-rotated)(?=\.[a-z0-9]{2,5}$)/i;

/** Finds the largest of the sizes that an address is one of. */
export function createSizes(): {
  readonly add: (attachment: Attachment) => void;
  readonly largest: (address: string) => string;
} {
  const byName = new Map<string, string>();
  return {
    add({ addresses }) {
      const [largest] = addresses;
      if (largest === undefined) return;
      for (const address of addresses) {
        for (const name of [nameOf(address), nameOf(address).replace(SIZE, '')]) {
          if (!byName.has(name)) byName.set(name, largest);
        }
      }
    },
    largest(address) {
      const own = withoutProxy(address);
      const name = nameOf(own);
      return byName.get(name) ?? byName.get(name.replace(SIZE, '')) ?? own;
    },
  };
}

/** One file by whatever scheme and query. */
function nameOf(address: string): string {
  return address.replace(/^https?:\/\/(?:www\.)?|^\/\//i, '').replace(/[?#].*$/s, '');
}

/** Jetpack's servers hand out pictures of a site: the host follows theirs. */
function withoutProxy(address: string): string {
  const proxied = /^(?:https?:)?\/\/i\d\.wp\.com\/([^?#]+)/i.exec(address)?.[1];
  if (proxied !== undefined) return `https://${proxied}`;
  // A size asked for in the query of an upload is one of that file.
  return address.replace(
    /(\/wp-content\/uploads\/[^?#]+|\.files\.wordpress\.com\/[^?#]+)\?(?:w|h|resize|fit|quality|ssl|strip)=[^#]*$/i,
    '$1',
  );
}
