import { type ExportTree, readText } from '../export-tree.ts';
import { listAt, readJson, textAt } from '../front-matter.ts';
import type { ImportNote, Translated } from '../imported.ts';
import { ABOUT_FOLDER, isMarkdown } from '../recognize.ts';
import { readHeads } from './markdown-site.ts';
import { pathOf } from './permalinks.ts';
import type { MarkdownSite, Place } from './site.ts';
import { type SiteText, siteText, type TextHead } from './site-text.ts';
import { changeProse, plain, replaceInProse } from './template-marks.ts';
import { linkedNames } from './wiki-links.ts';

/**
 * A folder of Markdown files, of whatever program. Nobody reads it on the web: its addresses are the paths of its files, by which its texts
 * lead to one another.
 */
export async function markdownFolder(tree: ExportTree): Promise<MarkdownSite> {
  const texts: SiteText[] = [];
  let templates = 0;
  let explaining = 0;
  let drawings = 0;
  const isOfTemplates = await templateFolder(tree);
  const isOfProgrammers = [...tree.files.keys()].some((name) => OF_PROGRAMMERS.test(name));
  for await (const { file, head } of readHeads(tree, (path) => isMarkdown(path) && !HIDDEN.test(path))) {
    const inside = file.path;
    if (isOfTemplates(inside, head)) {
      templates += 1;
      continue;
    }
    if (textAt(head.fields, 'excalidraw-plugin') !== null) {
      drawings += 1;
      continue;
    }
    const isStated = Object.keys(head.fields).length > 0;
    if (isOfProgrammers && !isStated && !inside.includes('/') && ABOUT_FOLDER.test(inside)) {
      explaining += 1;
      continue;
    }
    const parts = inside.replace(/\.[a-z]+$/i, '').split('/');
    const last = (/^_?index$/i.test(parts.at(-1) ?? '') ? parts.at(-2) : parts.at(-1)) ?? '';
    const name = last.replace(/^(\d{4})_(\d\d)_(\d\d)$/, '$1-$2-$3');
    const [, day = null, slug = name] = /^(\d{4}-\d{1,2}-\d{1,2})(?:[-_ ]+(.+))?$/.exec(name) ?? [];
    const text = siteText(file, head, {
      isPost: textAt(head.fields, 'type', 'layout') !== 'page',
      slug: textAt(head.fields, 'slug') ?? slug,
      addresses: [...statedAddresses(head), `/${inside}`],
      isDraft: /(?:^|\/)_?(?:drafts|brouillons)\//i.test(inside),
      datedName: day,
    });
    const categories = text.described.categories.map(nameOfNote);
    const tags = text.described.tags.map(nameOfNote);
    texts.push({ ...text, described: { ...text.described, categories, tags } });
  }
  return {
    site: { kind: 'site', system: 'markdown', title: null, origin: null },
    texts,
    addressesOf: (path) => (HIDDEN.test(path) ? [] : [`/${path}`]),
    lists: [],
    leftOut: {
      'modèles de notes': templates,
      'fichiers qui expliquent le dossier': explaining,
      'dessins (Excalidraw)': drawings,
    },
    base: '',
    roots: ['', 'public/', 'static/', 'content/'],
    data: {},
    translate: (body, place) => {
      const { markdown, notes } = plain(body);
      const linked = translateLinks(markdown, place);
      return { ...linked, notes: [...notes, ...linked.notes] };
    },
  };
}

/** What stands at the top of a folder that programmers share. */
const OF_PROGRAMMERS = /^(?:package\.json|\.gitignore|\.github\/.*)$/;

/** Where readers found a text, as it says itself. */
function statedAddresses({ fields }: TextHead): readonly string[] {
  const stated = listAt(fields, 'permalink', 'path', 'url', 'slug', 'aliases', 'redirect_from');
  return stated.filter((one) => /^\/[^\s:]+$/.test(one)).map(pathOf);
}

const TEMPLATE_SETTINGS = ['.obsidian/templates.json', '.obsidian/plugins/templater-obsidian/data.json'];

/** Whether a file is what new notes are made from: by the settings of Obsidian, or by its folder and the marks in it. */
async function templateFolder(tree: ExportTree): Promise<(inside: string, head: TextHead) => boolean> {
  const stated: string[] = [];
  for (const name of TEMPLATE_SETTINGS) {
    const file = tree.files.get(name);
    const settings = file === undefined ? null : readJson((await readText(file)) ?? '');
    const folder = settings === null ? null : textAt(settings, 'folder', 'templates_folder');
    if (folder !== null) stated.push(`${folder.replace(/^\/+|\/+$/g, '')}/`);
  }
  return (inside, { body, heading, fields }) =>
    stated.some((folder) => folder !== '/' && inside.startsWith(folder)) ||
    (/(?:^|\/)_?(?:templates?|modèles?)\//i.test(inside) &&
      /\{\{|<%/.test(`${heading}${body}${JSON.stringify(fields)}`));
}

/** `Livres` of `[[Livres]]` and of `[[notes/Livres|Livres]]`: a field may name a note. */
function nameOfNote(name: string): string {
  return /^\[\[(?:[^[\]]*\|)?([^[\]|]+)\]\]$/.exec(name.trim())?.[1] ?? name;
}

/** Folders of settings: `.obsidian`, `.trash`. */
const HIDDEN = /(?:^|\/)\.[^/]+\//;

/** Words for who writes alone. */
const COMMENT = /%%[\s\S]{0,20000}?%%/g;
const COMMENT_LINES = /^%%[ \t]*\n[\s\S]*?\n%%[ \t]*$/gm;
const HIGHLIGHT = /==(?=\S)([^=\n]{1,500})(?<=\S)==/g;
/** A note of the foot of a page, written where it is called, as pandoc and Obsidian have them. */
const NOTE = /\^\[((?:[^[\]\n]|\[[^[\]\n]{0,500}\]){1,2000})\]/g;
/** The name of a paragraph, at its end. */
const PARAGRAPH_NAME = /(?<=\S)[ \t]+\^[a-z0-9-]+$/gim;
/** `#voyage/italie` within a text; not what is in links, in tags of HTML and below a path, and no number. */
const TAG =
  /\[\[[^\]\n]{0,300}\]\]|\]\([^()\n]{0,1000}\)|<[^<>\n]{0,1000}>|(?<!\S)#(?<tag>[\p{L}\p{N}_/-]*[\p{L}_/-][\p{L}\p{N}_/-]*)/gu;
/** One of three signs or six, with a number or of one letter: `#0a6e2f`, `#fff`. */
const COLOUR = /^(?:(?=.*\d|(.)\1+$)(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8}))$/i;
function translateLinks(body: string, place: Place): Translated {
  const notes: ImportNote[] = [];
  const open = replaceInProse(body.replace(COMMENT_LINES, ''), COMMENT, () => '');
  if (open !== body) notes.push({ kind: 'field', what: 'commentaire (%%)' });
  const marked = replaceInProse(open, HIGHLIGHT, ([, words = '']) => `<mark>${words}</mark>`);
  const markdown = changeProse(withNotesBelow(marked), (prose) =>
    linkedNames(prose.replace(PARAGRAPH_NAME, ''), place, ({ target, shown }) => {
      notes.push({ kind: 'link', what: target });
      return shown;
    }),
  );
  return { markdown, notes, tags: tagsIn(open) };
}

/** The tags of a note that stand in its text, each once. */
function tagsIn(markdown: string): readonly string[] {
  const tags = new Map<string, string>();
  replaceInProse(markdown, TAG, ({ groups }) => {
    const tag = (groups?.['tag'] ?? '').replace(/^\/+|\/+$/g, '');
    if (tag !== '' && !COLOUR.test(tag) && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
    return null;
  });
  return [...tags.values()];
}

/** What notes say stands below the text, where Markdown has it. */
function withNotesBelow(markdown: string): string {
  const said: string[] = [];
  const called = replaceInProse(markdown, NOTE, ([, words = '']) => {
    said.push(`[^sur-place-${said.length + 1}]: ${words.trim()}`);
    return `[^sur-place-${said.length}]`;
  });
  return said.length === 0 ? markdown : `${called.trimEnd()}\n\n${said.join('\n\n')}\n`;
}
