import { detached } from '#content/model/detached.ts';
import { groupedBy } from '#content/model/grouped.ts';
import { isPicture } from '../export-tree.ts';
import { plainText } from '../html/html-tree.ts';
import type { ImportedFile, ImportedList, LeftOut, SourceFile } from '../imported.ts';
import { otherLists, type SiteAddresses, siteAddresses, topicLists } from './addresses.ts';
import { type Attachment, createSizes, fileOf, readAttachment } from './attachments.ts';
import { createLanguages, type Languages } from './languages.ts';
import { createTextTypes, NOT_TAKEN, type TextType, typeOf } from './post-types.ts';
import { type ReadOptions, refusal } from './source-text.ts';
import { readWxr, type WxrAuthor, type WxrItem, type WxrTopic } from './wxr.ts';

/** What texts of an export refer to, known once all of it was read once: files, authors, patterns. */
export interface Survey {
  readonly title: string;
  readonly addresses: SiteAddresses;
  readonly attachments: ReadonlyMap<string, Attachment>;
  /** The pictures that were added to a text, by its number. */
  readonly ownPictures: ReadonlyMap<string, readonly Attachment[]>;
  readonly largest: (address: string) => string;
  readonly fileOfPage: (address: string) => string | null;
  readonly authors: ReadonlyMap<string, string>;
  readonly reusable: ReadonlyMap<string, string>;
  readonly languages: Languages;
  readonly textType: TextType;
  /** Whether another file of the export has a later version of a text. */
  readonly isOlder: (item: WxrItem) => boolean;
  /** The place of a page in a menu; null for none. */
  readonly menuOrder: (item: WxrItem) => number | null;
  readonly files: readonly ImportedFile[];
  readonly lists: readonly ImportedList[];
  readonly leftOut: readonly LeftOut[];
}

/** Longest patterns that are kept, all together, in characters. */
const MAX_REUSABLE = 4 * 1024 * 1024;

/** Reads all of an export once. Refuses files of two sites, and one that is torn or no export. */
export async function survey(files: readonly SourceFile[], options: ReadOptions): Promise<Survey> {
  const gathered = createGathering();
  for (const file of files) {
    for await (const record of readWxr(file, options)) {
      if (record.kind === 'item') gathered.item(record);
      else if (record.kind === 'topic') gathered.topics.set(`${record.taxonomy} ${record.slug}`, record);
      else if (record.kind === 'author') gathered.author(record);
      else {
        const link =
          [record.field('base_blog_url'), record.field('link')].find((address) => URL.canParse(address)) ??
          '';
        if (gathered.isOther(link))
          throw refusal(
            file,
            'Les fichiers viennent de plusieurs sites\u00a0: importez-les l’un après l’autre',
          );
        gathered.site(record.field('title'), link);
      }
    }
  }
  return gathered.survey();
}

/** How a menu is called that stands at the head of a site: where a theme shows each is in no export. */
const HEADER_MENU = /princip|primary|main|header|haut|top|navigation/;
/** As many pages as a header has room for. */
const MOST_IN_MENU = 8;

/** A page that is in the first row of a menu; what unfolds below it is in no header of ours. */
function addToMenu(menus: Map<string, Map<string, number>>, { meta, terms, field }: WxrItem): void {
  if (meta.get('_menu_item_object') !== 'page') return;
  if (!['', '0'].includes(meta.get('_menu_item_menu_item_parent')?.trim() ?? '')) return;
  const name = terms.find(({ taxonomy }) => taxonomy === 'nav_menu')?.slug ?? '';
  const menu = menus.get(name) ?? new Map<string, number>();
  menus.set(name, menu);
  const page = meta.get('_menu_item_object_id')?.trim() ?? '';
  if (!menu.has(page)) menu.set(page, Number(field('menu_order')) || 0);
}

/** The first pages of one menu, with their places: of the one whose name says that it is the header's, else of the first. */
function headerOf(menus: ReadonlyMap<string, ReadonlyMap<string, number>>): ReadonlyMap<string, number> {
  const [first] = menus.keys();
  const name = [...menus.keys()].find((one) => HEADER_MENU.test(one)) ?? first ?? '';
  return new Map([...(menus.get(name) ?? [])].sort(([, a], [, b]) => a - b).slice(0, MOST_IN_MENU));
}

function createGathering() {
  const languages = createLanguages();
  const types = createTextTypes();
  const sizes = createSizes();
  /** When each was changed last. */
  const seen = new Map<string, string>();
  const topics = new Map<string, WxrTopic>();
  const authors = new Map<string, WxrAuthor>();
  const attachments = new Map<string, Attachment>();
  const reusable = new Map<string, string>();
  const menus = new Map<string, Map<string, number>>();
  const months = new Set<string>();
  const counts = new Map<string, number>();
  let site: { readonly title: string; readonly link: string } | null = null;
  let reusableLength = 0;

  const count = (what: string, more = 1): void => {
    if (more > 0) counts.set(what, (counts.get(what) ?? 0) + more);
  };

  function addFile(item: WxrItem): void {
    const attachment = readAttachment(item);
    if (attachment === null) {
      count('fichiers sans adresse');
      return;
    }
    attachments.set(attachment.id, attachment);
    sizes.add(attachment);
  }

  function addReusable(item: WxrItem): void {
    const content = item.field('content');
    reusableLength += content.length;
    if (reusableLength <= MAX_REUSABLE) reusable.set(item.field('post_id').trim(), content);
  }

  /** An export of articles alone lists no categories and tags of the site: each article names its own. */
  function addTopics({ terms }: WxrItem): void {
    for (const { taxonomy, slug, name } of terms) {
      const key = `${taxonomy} ${slug}`;
      if (!topics.has(key))
        topics.set(key, detached<WxrTopic>({ kind: 'topic', taxonomy, slug, name, id: '', parent: '' }));
    }
  }

  function addText(item: WxrItem): void {
    count('commentaires', item.comments);
    count('rétroliens (pings)', item.pings);
    const status = item.field('status').trim();
    const why = NOT_TAKEN.get(status);
    if (why === undefined) languages.learn(item);
    else count(why);
    if (status !== 'publish' || typeOf(item) !== 'post') return;
    addTopics(item);
    const month = /^(\d{4})-(\d{2})/.exec(item.field('post_date').trim());
    if (month !== null && month[1] !== '0000') months.add(`${month[1] ?? ''}/${month[2] ?? ''}`);
  }

  return {
    topics,
    isOther: (link: string) =>
      site !== null && site.link !== '' && link !== '' && siteAddresses(site.link).path(link) === null,
    site(title: string, link: string): void {
      site ??= { title: plainText(title), link };
    },
    author(author: WxrAuthor): void {
      authors.set(author.login, author);
    },
    item(item: WxrItem): void {
      const [key, changed] = versionOf(item);
      const known = seen.get(key);
      if (known === undefined || known < changed) seen.set(key, changed);
      if (known !== undefined) return;
      const type = typeOf(item);
      if (type === 'attachment') addFile(item);
      else if (types.learn(item)) addText(item);
      else if (type === 'wp_block') addReusable(item);
      else if (type === 'nav_menu_item') addToMenu(menus, item);
    },
    survey(): Survey {
      const menu = headerOf(menus);
      const known = languages.known();
      const addresses = siteAddresses(site?.link ?? '', known.inAddresses);
      const pages = new Map(
        [...attachments.values()].flatMap((attachment) =>
          pagesOf(attachment, addresses).map((page) => [page, attachment.addresses[0]] as const),
        ),
      );
      const names = new Map([...authors].map(([login, { name }]) => [login, plainText(name)]));
      const listed = topicLists([...topics.values()], addresses);
      count('comptes d’utilisateurs', authors.size);
      count('liens d’un texte à ses traductions', known.translated);
      count('langues des textes, que WPML ne met pas dans l’export', known.unsaid);
      return {
        title: site?.title ?? '',
        addresses,
        attachments,
        ownPictures: groupedBy(attachments.values(), ({ parent, addresses: [file = ''] }) =>
          isPicture(file.replace(/[?#].*$/, '')) ? parent : null,
        ),
        largest: (address) => sizes.largest(addresses.whole(address)),
        fileOfPage: (address) => pages.get(addresses.path(addresses.whole(address)) ?? '') ?? null,
        authors: names,
        reusable,
        languages: known,
        textType: types.textType,
        isOlder(item) {
          const [key, changed] = versionOf(item);
          return changed < (seen.get(key) ?? '');
        },
        menuOrder(item) {
          const order = Number(item.field('menu_order')) || 0;
          return menus.size > 0 ? (menu.get(item.field('post_id').trim()) ?? null) : order > 0 ? order : null;
        },
        files: [...attachments.values()].map((attachment) =>
          fileOf(attachment, pagesOf(attachment, addresses)),
        ),
        lists: [...listed, ...otherLists(listed, { months, authors: authors.values() }, addresses)],
        leftOut: [...types.others(), ...counts].map(([what, many]) => ({
          kind: 'left-out',
          what,
          count: many,
        })),
      };
    },
  };
}

function versionOf(item: WxrItem): readonly [key: string, changed: string] {
  const key = `${item.field('post_id').trim()} ${item.field('title').trim()}`;
  return [key, detached(item.field('post_modified_gmt').trim())];
}

function pagesOf({ id, link, addresses }: Attachment, site: SiteAddresses): readonly string[] {
  const page = addresses.includes(link) ? null : site.path(link);
  return [
    ...new Set([
      ...(page === null ? [] : [page]),
      ...(id === '' ? [] : [site.below(`?attachment_id=${id}`)]),
    ]),
  ];
}
