const META = /<meta (?:name|property)="([^"<>]+)" content="([^"<>]*)">/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** What programs read of a page: from its head only, as they do. */
export interface ReadHead {
  /** By name or property; one that repeats has each of its values. */
  readonly tags: ReadonlyMap<string, readonly string[]>;
  readonly canonical: string | null;
  /** What its scripts of data hold, parsed. */
  readonly jsonLd: readonly unknown[];
}

/** The head of a page of ours. Throws when data in a script is no JSON. */
export function parseHead(html: string): ReadHead {
  const head = html.slice(0, html.indexOf('</head>'));
  const tags = new Map<string, readonly string[]>();
  for (const [, name = '', content = ''] of head.matchAll(META)) {
    tags.set(name, [...(tags.get(name) ?? []), unescaped(content)]);
  }
  const canonical = /<link rel="canonical" href="([^"]*)">/.exec(head)?.[1];
  const scripts = head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script/gis);
  return {
    tags,
    canonical: canonical === undefined ? null : unescaped(canonical),
    jsonLd: [...scripts].map(([, json = '']): unknown => JSON.parse(json)),
  };
}

function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}
