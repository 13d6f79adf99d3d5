import { objectId } from '#content/git/objects/object-id.ts';
import { createEntryLookup, fileId } from '#content/git/tree-differences.ts';
import type { ImportedText } from '#content/import/imported.ts';
import { MAX_TAGS } from '../../contract/fields.ts';
import { withPlainConflicts } from '../../files/file-text.ts';
import { bodyOf } from '../../files/front-matter-split.ts';
import { newPostFile } from '../../files/post-file.ts';
import type { Person, TreeChange } from '../../model/change-set.ts';
import { findReferences, type Reference } from '../../model/image-references/find.ts';
import { splice } from '../../model/image-references/mend.ts';
import { decoded } from '../../model/paths.ts';
import { MAX_BODY_BYTES } from '../../model/post.ts';
import { listsAbove } from '../../model/redirects.ts';
import { fileOf, type ReadVersion, readFile, readVersion } from '../posts/post-version.ts';
import { nameOf } from '../posts/write-post.ts';
import { notePost } from '../syncing/tree-sides.ts';
import { currentView } from '../waiting/author-view.ts';
import type { Workspace } from '../workspace.ts';
import { absolute, type Taken } from './pictures.ts';
import { addressOf, type DecidedText, formerAddresses, listRedirects, pathOf, tagsOf } from './plan.ts';
import { readProvenance, sourceDigest, writtenDigest, writtenProvenance } from './provenance.ts';
import { type KnownText, MAX_TITLE, type SourceIndex } from './source-index.ts';

interface Writing {
  readonly index: SourceIndex;
  readonly decided: DecidedText;
  /** Where each text of the import is to be, by its place on the old site. */
  readonly targetOf: (place: string) => string | null;
  /** What became of a picture, by its address in the text. */
  readonly pictureOf: (address: string) => Taken | undefined;
  /** What it takes the place of; null for a new one. */
  readonly replaces: ReadVersion | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The article or page that a text becomes. Throws ContentError 'invalid' for what no file can hold. */
export function importedVersion(text: ImportedText, writing: Writing): ReadVersion {
  const { index, decided, replaces, now } = writing;
  const body = bodyFor(text, writing);
  const isTooLong = Buffer.byteLength(body) > MAX_BODY_BYTES;
  const isPublished = (text.state === 'published' || text.state === 'scheduled') && !isTooLong;
  // What readers had and no date says when: it stays dated as it is, was there when it last changed, or is from now on.
  const since = isPublished
    ? (replaces?.post.published ?? text.modified ?? new Date(now).toISOString())
    : null;
  const picture = (address: string | null) => (address === null ? null : pictureAt(writing, address));
  const cover = picture(text.cover);
  const fields = {
    id: decided.id,
    title: titleOf(text.title),
    subtitle: text.subtitle === null ? null : oneLine(text.subtitle),
    excerpt: oneLine(text.excerpt),
    category: text.type === 'page' ? null : oneLine(text.categories[0] ?? ''),
    tags: text.type === 'page' ? [] : tagsOf(text).map(oneLine).filter(Boolean).slice(0, MAX_TAGS),
    published: text.published ?? since,
    isPublished,
    coverImage: cover,
    coverImageAlt: cover === null ? null : oneLine(text.coverAlt ?? ''),
    ogImage: picture(text.socialImage),
    socialTitle: text.socialTitle === null ? null : oneLine(text.socialTitle),
    socialDescription: text.socialDescription === null ? null : oneLine(text.socialDescription),
    menu: text.type === 'page' ? text.menuOrder !== null : null,
    formerAddresses: [...formerAddresses(index, decided)],
    feedId: text.feedId === null ? null : oneLine(text.feedId),
  };
  const path = replaces?.path ?? pathOf(decided, now);
  const { post } = readVersion({ path, bytes: newPostFile(fields, body) });
  const importedFrom = writtenProvenance({
    key: decided.text.key,
    source: sourceDigest(text),
    written: writtenDigest(post, body),
  });
  const bytes = newPostFile({ ...fields, importedFrom }, body);
  // It was read without that one word, which reads back as it is.
  return { path, bytes, post: { ...post, importedFrom, revision: objectId('blob', bytes) } };
}

/** The title that an article has, of the one in its source. */
export function titleOf(title: string): string {
  const cut = oneLine(title).slice(0, MAX_TITLE);
  return cut.replace(/\p{Cs}$/u, '').trim() || 'Sans titre'; // Between two characters.
}

/** The address of a picture here; what could not be taken keeps its own. */
function pictureAt({ pictureOf }: Writing, address: string): string {
  const taken = pictureOf(address);
  return taken?.kind === 'taken' ? taken.address : address;
}

function bodyFor(text: ImportedText, writing: Writing): string {
  const body = withPlainConflicts(legible(text.content));
  const mended = splice(
    body,
    findReferences(body).flatMap(({ kind, address, at }) => {
      const here = newAddress(writing, address, kind);
      return here === null ? [] : [{ ...at, text: here }];
    }),
  );
  return mended === '' || mended.endsWith('\n') ? mended : `${mended}\n`;
}

/** Where an address of a text leads here, as a whole: a query may name a text, or a size of a picture; null where it stays. */
function newAddress(writing: Writing, address: string, kind: Reference['kind']): string | null {
  const shown = pictureAt(writing, address);
  if (shown !== address) return shown;
  const [whole = '', ...fragment] = address.split('#');
  if (kind === 'image' || kind === 'tag') return null;
  if (whole === '') return anchor(ownAnchor(writing.decided.text, fragment.join('#'))) || null;
  const at = writing.index.place(whole);
  if (at === null) return null;
  const text = writing.targetOf(at);
  if (text !== null) return text + anchor(ownAnchor(writing.index.textSeenAt(at), fragment.join('#')));
  const picture = writing.pictureOf(at);
  if (picture?.kind === 'taken') return picture.address;
  // What is not taken stays on the old site.
  const { home, fileAt } = writing.index;
  const isLeft = home !== null && at.startsWith('/') && fileAt.has(at);
  const left = isLeft ? absolute(writing.index, at) : null;
  return left === null ? null : left + anchor(fragment.join('#'));
}

/** The name that a heading of a text has here. */
function ownAnchor(text: KnownText | undefined, fragment: string): string {
  const anchors = text?.anchors ?? {};
  const names = [fragment, decoded(fragment) ?? fragment].flatMap((name) => [name, name.toLowerCase()]);
  const known = names.flatMap((name) => (Object.hasOwn(anchors, name) ? (anchors[name] ?? []) : []))[0];
  // Encrier's are in lower case, whatever others are in.
  return known ?? (/^[\w-]+$/.test(fragment) ? fragment.toLowerCase() : fragment);
}

/** Only of signs that mean the same in Markdown, in HTML and in an address. */
function anchor(fragment: string): string {
  return /^[\w%.:-]+$/.test(fragment) ? `#${fragment}` : '';
}

/** Of an article that was written from a text of the source: the pictures of that text, and what the article shows in place of each. */
export function shownInstead(
  text: ImportedText,
  { post, bytes }: ReadVersion,
): readonly (readonly [source: string, ours: string])[] {
  const [from, to] = [legible(text.content), bodyOf(bytes)].map((body) =>
    findReferences(body).filter(({ kind }) => kind === 'image' || kind === 'tag'),
  );
  const isEdited = from === undefined || from.length !== to?.length;
  const inBody = isEdited ? [] : from.map(({ address }, at) => [address, to[at]?.address] as const);
  return [
    ...inBody,
    [text.cover, post.coverImage] as const,
    [text.socialImage, post.ogImage] as const,
  ].flatMap(([source, ours]) =>
    source == null || ours == null || source === ours ? [] : [[source, ours] as const],
  );
}

/** Without what no text file holds. */
function legible(text: string): string {
  return text.replace(/\0|\p{Cs}/gu, '');
}

function oneLine(text: string): string {
  return legible(text)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Where each text and list of an import is found here, by its place on the old site: a page or a part of a list where that is. */
export function targets(
  index: SourceIndex,
  decided: readonly DecidedText[],
): (place: string) => string | null {
  const bySource = new Map(decided.map((one) => [one.text, addressOf(one)]));
  const others = new Map([['/', '/'], ...listRedirects(index, decided)]);
  const targetAt = (place: string): string | null => {
    const text = index.textSeenAt(place);
    return (text === undefined ? others.get(place) : bySource.get(text)) ?? null;
  };
  return (place) => {
    const found = [place, ...listsAbove(place)].map((at) => (at === '' ? '/blog' : targetAt(at)));
    return found.find((target) => target !== null) ?? null;
  };
}

export interface NewFile {
  readonly version: ReadVersion;
  /** The blob that it takes the place of; null for a new one. */
  readonly replaces: { readonly path: string; readonly id: string } | null;
}

/**
 * Writes texts onto the work branch with the pictures they show, as one commit. What somebody else wrote in one of these places meanwhile
 * stays, and that text is left out. Answers the ids of those that are there now.
 */
export async function commitTexts(
  workspace: Workspace,
  {
    files,
    pictures,
    author,
    importId,
  }: {
    readonly files: readonly NewFile[];
    readonly pictures: readonly TreeChange[];
    readonly author: Person;
    readonly importId: string;
  },
): Promise<ReadonlySet<string>> {
  return workspace.changeWaiting(author, async ({ tree }) => {
    const entryOf = createEntryLookup(workspace.objects, tree);
    const free = await Promise.all(
      files.map(async ({ replaces, version }) => {
        const there = fileId(await entryOf(replaces?.path ?? version.path));
        return there === (replaces?.id ?? null) || there === objectId('blob', version.bytes);
      }),
    );
    const written = files.filter((_, at) => free[at]);
    for (const { version } of written)
      notePost({ path: version.path, id: version.post.revision }, version.post.id);
    return {
      changes: [...pictures, ...written.map(({ version: { path, bytes } }) => ({ path, bytes }))],
      action: {
        kind: 'import-posts',
        posts: written.map(({ version }) => nameOf(version)),
        import: importId,
        isMinor: true,
      },
      value: new Set(written.map(({ version: { post } }) => post.id)),
    };
  });
}

/** The articles that are there as their author has them, by id, with the text of each: read when it is asked for. */
export async function seenPosts(workspace: Workspace) {
  const view = await currentView(workspace);
  return {
    view,
    async version(id: string): Promise<ReadVersion | null> {
      const post = view.versions.get(id) ?? view.post(id);
      return post === undefined ? null : readFile(workspace, fileOf(post));
    },
    /** Whether nobody changed an article since an import wrote it: where another one has its address, a merge gave it a number (freeSlug). */
    isAsWritten({ post, bytes }: ReadVersion): boolean {
      const written = readProvenance(post.importedFrom)?.written ?? '';
      const whole = post.slug.replace(/-\d+$/, '');
      const isAnothers = view.wanted.holders(whole).some(({ id }) => id !== post.id);
      const slugs = isAnothers ? [post.slug, whole] : [post.slug];
      return slugs.some((slug) => writtenDigest({ ...post, slug }, bodyOf(bytes)) === written);
    },
  };
}
