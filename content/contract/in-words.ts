import type { ImportProgress } from './import-operations.ts';

/** « 1 article », « 1 250 articles »; zero takes the singular. `plural` for what does not end in s. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${count.toLocaleString('fr-FR')}\u00a0${count < 2 ? singular : plural}`;
}

/** A size in bytes, in words: « 850 Ko », « 1,2 Mo ». */
export function sizeInWords(bytes: number): string {
  if (bytes < 1000) return `${bytes}\u00a0octets`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000).toLocaleString('fr-FR')}\u00a0Ko`;
  return `${(bytes / 1_000_000).toLocaleString('fr-FR', { maximumFractionDigits: 1 })}\u00a0Mo`;
}

/** « 12 textes sur 340, 57 images », « 1,2 Mo sur 30 Mo ». */
export function progressInWords({
  done,
  total,
  unit,
  pictures = 0,
}: Pick<ImportProgress, 'done' | 'total' | 'unit'> & Partial<ImportProgress>): string {
  const said = unit === 'octets' ? sizeInWords(done) : countOf(done, 'texte');
  if (total === null) return done === 0 ? '' : said;
  const all = unit === 'octets' ? sizeInWords(total) : total.toLocaleString('fr-FR');
  return `${said} sur ${all}${pictures === 0 ? '' : `, ${countOf(pictures, 'image')}`}`;
}
