import type { ImportNote } from '../imported.ts';
import type { Place, Translated } from './markdown-site.ts';
import {
  type Arguments,
  argument,
  fencedMarkdown,
  fencedRanges,
  pictureMarkdown,
  playerMarkdown,
  readArguments,
  visibleMark,
} from './template-marks.ts';

/**
 * A body with the Liquid and Nunjucks of Jekyll and Eleventy that stands in articles as Markdown: code, links among texts, addresses,
 * pictures, players. Of other tags only the brackets go, or stay visible where they hold the words. Nothing is run.
 */
export function translateLiquid(body: string, place: Place): Translated {
  const notes: ImportNote[] = [];
  const raws: string[] = [];
  const keep = (text: string): string => `\u{F0000}${raws.push(text) - 1}\u{F0001}`;
  let markdown = body
    .replace(/[\u{F0000}\u{F0001}]/gu, '')
    .replace(
      /\{%-?\s*(raw|verbatim)\s*-?%\}([\s\S]*?)\{%-?\s*end\1\s*-?%\}/g,
      (_whole, _name, inner: string) => keep(inner),
    )
    .replace(/\{%-?\s*comment\s*-?%\}[\s\S]*?\{%-?\s*endcomment\s*-?%\}|\{#[\s\S]*?#\}/g, (whole: string) =>
      whole.startsWith('{#') && !/^\{#\s/.test(whole) ? whole : '',
    )
    .replace(
      /\{%-?\s*highlight\s+([\w+#.-]+)[^%]*%\}([\s\S]*?)\{%-?\s*endhighlight\s*-?%\}/g,
      (_whole, language: string, code: string) => keep(fencedMarkdown(code, language)),
    );
  const isFenced = fencedRanges(markdown);
  markdown = markdown.replace(
    /\{%-?\s*([\w-]+)((?:"[^"]*"|'[^']*'|[^%"']|%(?!\}))*?)-?%\}|\{\{-?((?:"[^"]*"|'[^']*'|[^{}"'])*?)-?\}\}/g,
    (whole: string, ...found) => {
      const [name, written = '', expression] = found.map((part: unknown) =>
        typeof part === 'string' ? part : undefined,
      );
      const at = Number(found.find((part) => typeof part === 'number'));
      const result = expression === undefined ? tag(name ?? '', written, place) : output(expression, place);
      if (result !== null) {
        notes.push(...result.notes);
        return result.markdown;
      }
      if (name !== undefined && SILENT.test(name)) return '';
      notes.push({ kind: 'shortcode', what: name ?? (expression ?? '').trim().slice(0, 60) });
      return isFenced(at) ? whole : visibleMark(whole);
    },
  );
  // Kept texts may hold kept ones: code with a raw part in it.
  for (let round = 0; round < 3; round += 1)
    markdown = markdown.replace(
      /\u{F0000}(\d+)\u{F0001}/gu,
      (_whole, index: string) => raws[Number(index)] ?? '',
    );
  return { markdown: withoutKramdown(markdown), notes };
}

/** Tags that hold no words: what is between them stays. */
const SILENT =
  /^(?:end\w*|if|elsif|elseif|else|unless|for|case|when|assign|set|capture|increment|decrement|cycle|break|continue|liquid|css|js|toc|block|extends|tablerow|cache|spaceless|markdown|filter)$/;

function plain(markdown: string): Translated {
  return { markdown, notes: [] };
}

function tag(name: string, written: string, place: Place): Translated | null {
  switch (name) {
    case 'post_url':
    case 'link':
      return reference(written.trim(), place);
    case 'include':
    case 'include_relative':
    case 'include_cached':
    case 'render':
    case 'image':
    case 'figure':
    case 'img':
      return included(written);
    case 'gist':
      return playerMarkdown(`https://gist.github.com/${argument(readArguments(written), 0) ?? ''}`, null);
    default:
      return embedded(name, readArguments(written));
  }
}

function reference(written: string, { addressOfText, site }: Place): Translated | null {
  const name = written.replace(/^["']|["']$/g, '');
  const address =
    addressOfText(name) ?? addressOfText(`_posts/${name}`) ?? addressOfText(name.replace(/^.*\//, ''));
  if (address !== null) return plain(address);
  const [file] = site.addressesOf(name.replace(/^\//, ''));
  return file === undefined || !/\.\w+$/.test(name)
    ? { markdown: name, notes: [{ kind: 'link', what: name }] }
    : plain(file);
}

/** An include is a theme's: those that show one picture or one player are told by what they are given. */
function included(written: string): Translated | null {
  const args = readArguments(written);
  const src = argument(args, 'image_path', 'url', 'src', 'path', 'image', 'file', 'img', 'image_url');
  if (src !== null && /\.(?:jpe?g|png|gif|webp|avif|svg)$/i.test(src))
    return plain(
      pictureMarkdown({
        src,
        alt: argument(args, 'alt'),
        caption: argument(args, 'caption', 'description', 'title'),
      }),
    );
  const [file = ''] = args.positional;
  const service = /(youtube|vimeo)/i.exec(file)?.[1]?.toLowerCase() ?? argument(args, 'provider');
  return service === null ? null : embedded(service, { ...args, positional: args.positional.slice(1) });
}

function embedded(name: string, args: Arguments): Translated | null {
  const id = argument(args, 'id', 'video', 'video_id', 0);
  if (id === null) return null;
  const services: Readonly<Record<string, string>> = {
    youtube: `https://www.youtube.com/watch?v=${id}`,
    vimeo: `https://vimeo.com/${id}`,
    twitter: id,
    tweet: id,
  };
  const address = /^https?:\/\//.test(id) ? id : services[name];
  return address === undefined || !Object.hasOwn(services, name) || !address.startsWith('http')
    ? null
    : playerMarkdown(address, argument(args, 'title'));
}

/** What `{{ … }}` writes, where it is an address or a field of the text itself. */
function output(expression: string, { text, site }: Place): Translated | null {
  const [value = '', ...filters] = expression.split('|').map((part) => part.trim());
  const base = site.addressesOf('').at(0) ?? '';
  const isUrl = filters.some((filter) =>
    /^(?:relative_url|absolute_url|url|prepend:\s*site\.\w+)/.test(filter),
  );
  const quoted = /^(["'])(.*)\1$/.exec(value)?.[2];
  if (quoted !== undefined) return plain(isUrl && quoted.startsWith('/') ? base + quoted : quoted);
  if (/^site\.(?:baseurl|url|root)$/.test(value))
    return plain(value === 'site.url' ? (site.site.origin ?? '') : base);
  if (/^(?:page\.)?title$/.test(value)) return plain(text.described.title);
  if (/^page\.(?:url|permalink)$/.test(value)) return plain(text.described.addresses[0] ?? '');
  if (value === 'site.title') return plain(site.site.title ?? '');
  const field = /^(?:page\.)?([\w-]+)$/.exec(value)?.[1]?.toLowerCase();
  const own = field === undefined ? undefined : text.fields[field];
  if (typeof own === 'string') return plain(own);
  return /^(?:content|toc|collections?\.)/.test(value) ? plain('') : null;
}

/** Attributes of kramdown, `{: .class #id}`, are no words; nor is the list that it makes of the headings. */
function withoutKramdown(markdown: string): string {
  if (!markdown.includes('{:') && !markdown.includes('{#') && !/<!--\s*more/i.test(markdown)) return markdown;
  const isFenced = fencedRanges(markdown);
  return markdown
    .replace(
      /^[ \t]*[*+-][^\n]*\n\{:\s*toc[^}\n]*\}[ \t]*$|(?<!`)\{::?[^{}\n`]*\/?\}(?!`)/gm,
      (whole: string, at: number) => (isFenced(at) ? whole : ''),
    )
    .replace(/^(#{1,6}[ \t][^\n]*?)[ \t]*\{#[^{}\n]*\}[ \t]*$/gm, '$1')
    .replace(/^[ \t]*<!--[ \t]*more[ \t]*-->[ \t]*$/gim, '');
}
