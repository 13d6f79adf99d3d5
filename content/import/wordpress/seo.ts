import { plainText } from '../html/html-tree.ts';
import type { ImportedText } from '../imported.ts';

/** What plugins for search engines and networks keep of a text, best first. */
const SOCIAL_TITLE = [
  '_yoast_wpseo_opengraph-title',
  'rank_math_facebook_title',
  '_seopress_social_fb_title',
  '_yoast_wpseo_title',
  'rank_math_title',
  '_seopress_titles_title',
  '_aioseo_title',
  '_aioseop_title',
];
const SOCIAL_DESCRIPTION = [
  '_yoast_wpseo_opengraph-description',
  'rank_math_facebook_description',
  '_seopress_social_fb_desc',
  '_yoast_wpseo_metadesc',
  'rank_math_description',
  '_seopress_titles_desc',
  '_aioseo_description',
  '_aioseop_description',
];
const SOCIAL_IMAGE = ['_yoast_wpseo_opengraph-image', 'rank_math_facebook_image', '_seopress_social_fb_img'];
const SUBTITLE = [
  '_subtitle',
  'subtitle',
  'wps_subtitle',
  'kia_subtitle',
  '_secondary_title',
  'secondary_title',
];

/** What a text has beside its words, from the fields of plugins; null where none says it. */
type MetaTexts = Pick<ImportedText, 'subtitle' | 'socialTitle' | 'socialDescription' | 'socialImage'>;

interface MetaNames {
  readonly title: string;
  readonly siteTitle: string;
  readonly excerpt: string;
  readonly category: string;
}

/** {@link MetaTexts}: what plugins write as variables is said, or left out; what only repeats title and excerpt is none. */
export function readMetaTexts(meta: ReadonlyMap<string, string>, names: MetaNames): MetaTexts {
  const first = (keys: readonly string[]): string =>
    keys.map((key) => resolved(meta.get(key) ?? '', names)).find(Boolean) ?? '';
  const title = withoutSite(first(SOCIAL_TITLE), names.siteTitle);
  const description = first(SOCIAL_DESCRIPTION);
  return {
    subtitle: first(SUBTITLE) || null,
    socialTitle: title === '' || title === names.title ? null : title,
    socialDescription: description === '' || description === names.excerpt ? null : description,
    socialImage:
      SOCIAL_IMAGE.map((key) => meta.get(key)?.trim() ?? '').find((value) => /^(?:https?:)?\//.test(value)) ??
      null,
  };
}

/** `%%title%%` of Yoast and SEOPress, `%title%` of Rank Math, `#post_title` of AIOSEO. */
const VARIABLE = /%%([a-z_]{1,40})%%|%([a-z_]{2,40}(?:\([^()%]{0,40}\))?)%|#([a-z_]{2,40})/g;

function resolved(written: string, { title, siteTitle, excerpt, category }: MetaNames): string {
  const values: readonly (readonly [name: RegExp, value: string])[] = [
    [/^(?:post_|seo_)?title$/, title],
    [/^site_?(?:name|title)$/, siteTitle],
    [/^(?:post_)?excerpt(?:_only)?$|^seo_description$/, excerpt],
    [/^(?:primary_|post_)?category$/, category],
    [/^sep(?:arator(?:_sa)?)?$/, '–'],
  ];
  const valueOf = (name: string) => values.find(([known]) => known.test(name))?.[1];
  const text = plainText(written).replace(
    VARIABLE,
    (found, yoast?: string, rankMath?: string, aioseo?: string) => {
      if (aioseo !== undefined) return valueOf(aioseo) ?? found;
      return valueOf(yoast ?? rankMath ?? '') ?? '';
    },
  );
  return text
    .replace(/\s+/g, ' ')
    .replace(/^[\s–|-]+|\s[–|-]+\s*$/g, '')
    .trim();
}

/** Readers of Encrier are told the site's name beside the title. */
function withoutSite(title: string, siteTitle: string): string {
  const ending = siteTitle === '' ? '' : siteTitle.toLowerCase();
  if (ending === '' || !title.toLowerCase().endsWith(ending)) return title;
  const before = title.slice(0, title.length - ending.length);
  return /\s[–—|·•:-]\s*$/.test(before) ? before.replace(/\s[–—|·•:-]\s*$/, '').trim() : title;
}
