/** A text of a WordPress export, made for tests. */
export interface WxrPost {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
  readonly content: string;
  readonly status?: 'publish' | 'draft' | 'private' | 'future' | 'trash';
  /** `post`, `page`, or what a plugin calls its own. */
  readonly type?: string;
  /** `2019-05-12 08:00:00`, in UTC. */
  readonly date?: string;
  readonly categories?: readonly string[];
  readonly tags?: readonly string[];
  /** Where readers find it, where WordPress's own settings do not say. */
  readonly address?: string;
  /** What plugins keep beside it, by key. */
  readonly meta?: Readonly<Record<string, string>>;
  /** Terms of taxonomies of plugins: slug and name. */
  readonly terms?: Readonly<Record<string, readonly [slug: string, name: string]>>;
}

const SITE = 'https://ancien.example.org';

/** An export of WordPress with these texts, at https://ancien.example.org. */
export function wxr(posts: readonly WxrPost[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>L’ancien blog</title><link>${SITE}</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>${SITE}</wp:base_site_url><wp:base_blog_url>${SITE}</wp:base_blog_url>
<wp:author><wp:author_login>claire</wp:author_login><wp:author_email>claire@example.org</wp:author_email><wp:author_display_name><![CDATA[Claire Exemple]]></wp:author_display_name></wp:author>
${posts.map(itemOf).join('\n')}
</channel></rss>
`;
}

function itemOf({ id, title, slug, content, ...rest }: WxrPost): string {
  const {
    status = 'publish',
    type = 'post',
    date = '2019-05-12 08:00:00',
    categories = [],
    tags = [],
    meta = {},
    terms: others = {},
    address,
  } = rest;
  const usual = type === 'page' ? `${SITE}/${slug}/` : `${SITE}/2019/05/${slug}/`;
  const terms = [
    ...categories.map((name) => `<category domain="category" nicename="x"><![CDATA[${name}]]></category>`),
    ...tags.map((name) => `<category domain="post_tag" nicename="x"><![CDATA[${name}]]></category>`),
    ...Object.entries(others).map(
      ([taxonomy, [nicename, name]]) =>
        `<category domain="${taxonomy}" nicename="${nicename}"><![CDATA[${name}]]></category>`,
    ),
    ...Object.entries(meta).map(
      ([key, value]) =>
        `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
    ),
  ];
  return `<item><title><![CDATA[${title}]]></title><link>${address ?? usual}</link><guid isPermaLink="false">${SITE}/?p=${id}</guid>
<dc:creator>claire</dc:creator><content:encoded><![CDATA[${content}]]></content:encoded><excerpt:encoded><![CDATA[]]></excerpt:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date>${date}</wp:post_date><wp:post_date_gmt>${date}</wp:post_date_gmt>
<wp:post_name>${slug}</wp:post_name><wp:status>${status}</wp:status><wp:post_type>${type}</wp:post_type>${terms.join('')}</item>`;
}
