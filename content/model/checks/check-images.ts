import { isUnsharable, UNSHARABLE } from '../image.ts';
import { findReferences, type Range, type Reference } from '../image-references/find.ts';
import { coverCode } from '../image-references/prose.ts';
import { isRelative, localPath } from '../markdown/addresses.ts';
import { imageMeant, imagePathOfAddress } from '../paths.ts';
import { type CheckedPost, type Finding, finding, type SiteFacts } from './finding.ts';

/** The images of a post that say nothing to those who do not see them, and those that are not there. */
export function checkImages(post: CheckedPost, site: SiteFacts): readonly Finding[] {
  const references = findReferences(post.content);
  return [
    ...references
      .filter((reference) => lacksText(reference, post.content))
      .map(({ whole }) => missingAlt(whole)),
    ...namedWithoutText(post.content).map(missingAlt),
    ...references.flatMap((reference) => missingInText(reference, site)),
    ...missingInFields(post, site),
    ...unsharable(post, site),
    ...coverWithoutText(post),
  ];
}

/** An `<img alt="">` says that the image is there to look nice. */
function lacksText({ kind, text, whole }: Reference, content: string): boolean {
  if (kind === 'image') return content.slice(text.from, text.to).trim() === '';
  return kind === 'tag' && !/[\s"'/]alt[ \t\r\n]*=/i.test(content.slice(whole.from, whole.to));
}

/** Images whose address stands elsewhere: `![][nom]`. */
function namedWithoutText(content: string): readonly Range[] {
  const found = coverCode(content).matchAll(/!\[[ \t]*\]\[[^[\]\n]{1,500}\]/g);
  return [...found].map(({ 0: whole, index }) => ({ from: index, to: index + whole.length }));
}

function missingAlt(range: Range): Finding {
  const message = 'Cette image n’a pas de texte alternatif\u00a0: décrivez-la pour qui ne la voit pas.';
  return finding({ kind: 'missing-alt', field: 'content', message, range });
}

function missingInText({ kind, address, at }: Reference, site: SiteFacts): readonly Finding[] {
  const isShown = kind === 'image' || kind === 'tag';
  if (isShown && isElsewhere(address, site)) return [missing('content', at, ELSEWHERE)];
  if (isShown && isRelative(address)) return [relative(address, at, site)];
  return isMissing(address, site) ? [missing('content', at, NOT_THERE)] : [];
}

function missingInFields({ coverImage, ogImage }: CheckedPost, site: SiteFacts): readonly Finding[] {
  const cover = coverImage?.trim() ?? '';
  const card = ogImage?.trim() ?? '';
  const isCoverElsewhere = cover !== '' && isElsewhere(cover, site);
  return [
    ...(isMissing(cover, site) ? [missing('coverImage', null, NOT_THERE)] : []),
    ...(isCoverElsewhere ? [missing('coverImage', null, COVER_ELSEWHERE)] : []),
    ...(isRelative(cover) ? [missing('coverImage', null, RELATIVE)] : []),
    ...(isRelative(card) ? [missing('ogImage', null, RELATIVE)] : []),
    ...(isMissing(card, site) ? [missing('ogImage', null, NOT_THERE)] : []),
  ];
}

/** One of another site: ours go out as JPEG whatever they are. */
function unsharable({ ogImage }: CheckedPost, site: SiteFacts): readonly Finding[] {
  const card = ogImage?.trim() ?? '';
  if (!isElsewhere(card, site) || !isUnsharable(card)) return [];
  return [finding({ kind: 'unsharable-image', field: 'ogImage', message: UNSHARABLE })];
}

const NOT_THERE = 'Cette image n’est pas dans la bibliothèque\u00a0: les lecteurs ne la verront pas.';
const ELSEWHERE =
  'Cette image est sur un autre site\u00a0: les lecteurs n’en verront qu’un lien. Ajoutez-la ici.';
const COVER_ELSEWHERE =
  'Cette couverture est sur un autre site\u00a0: elle ne sera pas montrée. Ajoutez-la ici.';

function missing(field: 'content' | 'coverImage' | 'ogImage', range: Range | null, message: string): Finding {
  return finding({ kind: 'missing-image', severity: 'error', message, field, range });
}

const RELATIVE =
  'L’adresse de cette image part du dossier du fichier\u00a0: les lecteurs ne la verront pas. Écrivez-la depuis /images/.';

/** As other editors write it: `../images/2026/photo.jpg`. */
function relative(address: string, range: Range, { images }: SiteFacts): Finding {
  const absolute = `/${address.replace(/^(?:\.{1,2}\/)+/, '')}`;
  const path = imagePathOfAddress(absolute);
  const isKnown = path !== null && images.has(path);
  const replacement = isKnown ? { label: 'Mettre son adresse', text: absolute } : null;
  return { ...missing('content', range, RELATIVE), replacement };
}

function isMissing(address: string, { origin, images }: SiteFacts): boolean {
  const path = imageMeant(address, origin);
  return path !== null && !images.has(path);
}

function isElsewhere(address: string, { origin }: SiteFacts): boolean {
  return /^(?:https?:)?\/\//i.test(address) && localPath(address, origin) === null;
}

function coverWithoutText({ coverImage, coverImageAlt }: CheckedPost): readonly Finding[] {
  if ((coverImage ?? '').trim() === '' || (coverImageAlt ?? '').trim() !== '') return [];
  const message = 'La couverture n’a pas de texte alternatif\u00a0: décrivez-la pour qui ne la voit pas.';
  return [finding({ kind: 'missing-cover-alt', field: 'coverImageAlt', message })];
}
