import { textAt } from '../front-matter.ts';
import type { ImportNote } from '../imported.ts';
import type { Place, Translated } from './site.ts';
import {
  type Arguments,
  argument,
  fencedMarkdown,
  fencedRanges,
  pictureOf,
  playerMarkdown,
  readArguments,
  replaceInProse,
  visibleMark,
  withoutUnknownLinks,
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
  const isInLoop = loopRanges(markdown);
  const variables = assignedIn(markdown);
  markdown = markdown.replace(
    /\{%-?\s*([\w-]+)((?:"[^"]*"|'[^']*'|[^%"']|%(?!\}))*?)-?%\}|\{\{-?((?:"[^"]*"|'[^']*'|[^{}"'])*?)-?\}\}/g,
    (whole: string, ...found) => {
      const [name, written = '', expression] = found.map((part: unknown) =>
        typeof part === 'string' ? part : undefined,
      );
      const at = Number(found.find((part) => typeof part === 'number'));
      const result =
        expression === undefined
          ? tag(name ?? '', written, place)
          : output(expression, { ...place, variables });
      if (result !== null) {
        notes.push(...result.notes);
        return result.markdown;
      }
      if (name !== undefined && SILENT.test(name)) return '';
      notes.push({ kind: 'shortcode', what: name ?? (expression ?? '').trim().slice(0, 60) });
      if (expression !== undefined && isInLoop(at)) return '';
      return isFenced(at) ? whole : visibleMark(whole);
    },
  );
  // Kept texts may hold kept ones: code with a raw part in it.
  for (let round = 0; round < 3; round += 1)
    markdown = markdown.replace(
      /\u{F0000}(\d+)\u{F0001}/gu,
      (_whole, index: string) => raws[Number(index)] ?? '',
    );
  return { markdown: withoutKramdown(withoutUnknownLinks(markdown)), notes };
}

/** Which offsets are between a loop's tags: what is written there stands for what nobody wrote. */
function loopRanges(markdown: string): (offset: number) => boolean {
  const changes: { readonly from: number; readonly depth: number }[] = [];
  let depth = 0;
  for (const { 0: mark, index } of markdown.matchAll(/\{%-?[ \t]*(?:end)?(?:for|tablerow)\b/g)) {
    depth = Math.max(0, depth + (mark.includes('end') ? -1 : 1));
    changes.push({ from: index, depth });
  }
  return (offset) => (changes.findLast(({ from }) => from <= offset)?.depth ?? 0) > 0;
}

/** What `{% assign name = "…" %}` says, by name. */
function assignedIn(markdown: string): ReadonlyMap<string, string> {
  const assigned = markdown.matchAll(
    /\{%-?[ \t]*(?:assign|set)[ \t]+(\w+)[ \t]*=[ \t]*(?:"([^"\n]*)"|'([^'\n]*)')[ \t]*-?%\}/g,
  );
  return new Map(
    [...assigned].map(([, name = '', double, single]) => [name.toLowerCase(), double ?? single ?? '']),
  );
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
  const picture = pictureOf(args);
  if (picture !== null) return plain(picture);
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

interface Named extends Place {
  /** What the text itself gives a name to. */
  readonly variables: ReadonlyMap<string, string>;
}

/** What `{{ … }}` writes, where it is an address, a setting or a field of the text itself. */
function output(expression: string, place: Named): Translated | null {
  const [value = '', ...filters] = expression.split('|').map((part) => part.trim());
  const said = valueOf(value, place);
  if (said === null) return /^(?:content|toc|collections?\.)/.test(value) ? plain('') : null;
  let written = said;
  for (const filter of filters) {
    const [, name = '', given = ''] = /^([\w-]+)(?:[ \t]*[:(][ \t]*(.*?)\)?)?$/s.exec(filter) ?? [];
    const argument = valueOf(given.trim(), place) ?? '';
    if (/^(?:relative_url|absolute_url|url)$/.test(name)) {
      if (written.startsWith('/') && !written.startsWith(`${place.site.base}/`))
        written = place.site.base + written;
    } else if (name === 'prepend') written = argument + written;
    else if (name === 'append') written += argument;
    else if (name === 'default') written = written === '' ? argument : written;
  }
  return plain(written);
}

/** Null for what only the generator knows. */
function valueOf(value: string, { text, site, variables }: Named): string | null {
  const quoted = /^(["'])(.*)\1$/s.exec(value)?.[2];
  if (quoted !== undefined) return quoted;
  if (/^site\.(?:baseurl|root)$/.test(value)) return site.base;
  if (value === 'site.url') return site.site.origin ?? '';
  if (/^(?:page\.)?title$/.test(value)) return text.described.title;
  if (/^page\.(?:url|permalink)$/.test(value)) return text.described.addresses[0] ?? '';
  const path = value.toLowerCase();
  if (!/^[\w-]+(?:\.[\w-]+)*$/.test(path)) return null;
  const assigned = variables.get(path);
  if (assigned !== undefined) return assigned;
  const own = textAt(text.fields, path.replace(/^page\./, ''));
  return own ?? textAt(site.data, path);
}

/** Attributes of kramdown, `{: .class #id}`, are no words; nor is the list that it makes of the headings. */
function withoutKramdown(markdown: string): string {
  if (!/\{:|\{#|<!--\s*more/i.test(markdown)) return markdown;
  const plain = replaceInProse(
    markdown,
    /^[ \t]*[*+-][^\n]*\n\{:\s*toc[^}\n]*\}[ \t]*$|\{::?[^{}\n`]*\/?\}|^[ \t]*<!--[ \t]*more[ \t]*-->[ \t]*$/gim,
    () => '',
  );
  const isFenced = fencedRanges(plain);
  return plain.replace(
    /^(#{1,6}[ \t][^\n]*?)[ \t]*\{#[^{}\n]*\}[ \t]*$/gm,
    (whole, kept: string, at: number) => (isFenced(at) ? whole : kept),
  );
}
