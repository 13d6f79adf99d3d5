import type { ExportTree } from '../export-tree.ts';
import { textAt } from '../front-matter.ts';
import type { ImportNote } from '../imported.ts';
import { isMarkdown } from '../recognize.ts';
import { type MarkdownSite, type Place, readHeads, type Translated } from './markdown-site.ts';
import { describe, type SiteText } from './site-text.ts';
import { changeProse } from './template-marks.ts';

/**
 * A folder of Markdown files, of whatever program. Nobody reads it on the web: its addresses are the paths of its files, by which its texts
 * lead to one another.
 */
export async function markdownFolder(tree: ExportTree, root: string): Promise<MarkdownSite> {
  const texts: SiteText[] = [];
  for (const { file, head } of await readHeads(
    tree,
    (path) => path.startsWith(root) && isMarkdown(path) && !HIDDEN.test(path),
  )) {
    const inside = file.path.slice(root.length);
    const parts = inside.replace(/\.[a-z]+$/i, '').split('/');
    const name = (/^_?index$/i.test(parts.at(-1) ?? '') ? parts.at(-2) : parts.at(-1)) ?? '';
    const [, day = null, slug = name] = /^(\d{4}-\d{1,2}-\d{1,2})[-_ ]+(.+)$/.exec(name) ?? [];
    texts.push({
      file,
      fields: head.fields,
      described: describe(head, file, {
        type: textAt(head.fields, 'type', 'layout') === 'page' ? 'page' : 'post',
        slug: textAt(head.fields, 'slug') ?? slug,
        addresses: [`/${inside}`],
        isDraft: /(?:^|\/)_?(?:drafts|brouillons)\//i.test(inside),
        datedName: day,
      }),
    });
  }
  return {
    site: { kind: 'site', system: 'markdown', title: null, origin: null },
    texts,
    addressesOf: (path) =>
      path.startsWith(root) && !HIDDEN.test(path) ? [`/${path.slice(root.length)}`] : [],
    lists: [],
    leftOut: [],
    translate: (body, place) => translateLinks(body, { ...place, files: tree.files, root }),
  };
}

/** Folders of settings: `.obsidian`, `.trash`. */
const HIDDEN = /(?:^|\/)\.[^/]+\//;

/** `[[Note]]`, `[[Note|words]]` and `![[picture.png]]`, as Obsidian and wikis write them. */
function translateLinks(
  body: string,
  place: Place & { readonly files: ExportTree['files']; readonly root: string },
): Translated {
  if (!body.includes('[[')) return { markdown: body, notes: [] };
  const notes: ImportNote[] = [];
  const markdown = changeProse(body, (prose) =>
    prose.replace(
      /(!?)\[\[([^[\]|\n]{1,300})(?:\|([^[\]\n]{1,300}))?\]\]/g,
      (_whole, mark: string, target: string, words?: string) => {
        const [name = '', part = ''] = target.split('#');
        const file = mark === '!' ? fileNamed(name.trim(), place) : null;
        if (file !== null) return `![${words !== undefined && !/^\d+$/.test(words) ? words : ''}](<${file}>)`;
        const address = place.addressOfText(name.trim());
        const shown = words ?? (part === '' ? name : `${name} › ${part}`);
        if (address !== null) return `[${shown}](<${address}>)`;
        notes.push({ kind: 'link', what: target });
        return shown;
      },
    ),
  );
  return { markdown, notes };
}

function fileNamed(
  name: string,
  { files, root }: { readonly files: ExportTree['files']; readonly root: string },
): string | null {
  for (const path of files.keys())
    if (path.startsWith(root) && (path === root + name || path.endsWith(`/${name}`)) && !isMarkdown(path))
      return `/${path.slice(root.length)}`;
  return null;
}
