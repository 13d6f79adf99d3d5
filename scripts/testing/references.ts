import { posix } from 'node:path';

/** The files of the project, as a check of references needs them. Paths have forward slashes and begin at the root. */
export interface Project {
  readonly files: ReadonlySet<string>;
  /** The text of one of `files`. */
  readonly read: (file: string) => string;
}

/** Documents that lie outside of the repository, or did once: nothing may point to them. */
const OUTSIDE = ['SPEC', 'DESIGN', 'FACTS', 'BRANCHES', 'LAYOUT', 'STYLE', 'TOOLCHAIN', 'DECISIONS'];
const OUTSIDE_NAME = new RegExp(String.raw`\b(?:${OUTSIDE.join('|')})(?:\.md\b| ?§| [0-9])`, 'g');
/** A Markdown file of ours; other names that end so (posts/2026/sujet.md) are examples of articles. */
const DOCUMENT =
  /(?<![\w/.-])(?:(?:docs|content|site|server|desktop|scripts|bench|e2e|deploy)\/(?:[\w.-]+\/)*[\w.-]+|[A-Z]{3,})\.md\b/g;
const DECISION = /\bdocs\/decisions\/([0-9]+)/g;
/** A place in the source that a document names; `*` stands for a part of a name. */
const PLACE =
  /`(?!docs\/decisions\/[0-9]+`)((?:docs|content|site|server|desktop|scripts|bench|e2e|deploy)\/[\w.@+*/-]*)`/g;
/** The same by its end alone, below the folder of the document that names it; anywhere for those of docs. */
const SOURCE_NAME = /`((?:[\w.@+-]+\/)*[\w.@+-]+\.(?:ts|tsx|mjs))`/g;
/** What tells of the past names what was there then. */
const PAST = /^(?:CHANGELOG\.md|docs\/decisions\/.*|bench\/RESULTS\.md)$/;
const CODE = /^(```+)[^\n]*\n[\s\S]*?^\1$|`[^`\n]*`/gm;
const LINK = /\]\(([^)\s]+)(?:\s+"[^"]*")?\)|<img\s[^>]*src="([^"]+)"/g;

/** Whether what a file says about other places is looked at. Articles are no documents. */
export function isChecked(file: string): boolean {
  if (/^(?:content\/starter|site\/pages)\/.*\.md$/.test(file) || file === 'package-lock.json') return false;
  return /\.(?:ts|tsx|mts|mjs|js|css|md|json|yml)$/.test(file);
}

/**
 * What a file names that is not there: a document outside of the repository, one that does not exist, a heading it does not have
 * (`docs/product.md, Article form`), a decision (`docs/decisions/049`), the target of a link, and of a document also the files of the source that it names.
 */
export function faultsOf(file: string, project: Project): readonly string[] {
  const text = project.read(file);
  const outside = [...text.matchAll(OUTSIDE_NAME)].map(([name]) => `names ${name}, which is not here`);
  const prose = proseOf(file, text);
  const faults = [
    ...outside,
    ...documentFaults(file, prose, project),
    ...decisionFaults(prose, project),
    ...(file.endsWith('.md') ? linkFaults(file, text, project) : []),
    ...(file.endsWith('.md') && !PAST.test(file) ? placeFaults(file, text, project) : []),
  ];
  return faults.map((fault) => `${file}: ${fault}`);
}

function documentFaults(file: string, prose: string, project: Project): readonly string[] {
  return [...prose.matchAll(DOCUMENT)].flatMap((match) => {
    const [name] = match;
    const target = [name, posix.join(posix.dirname(file), name)].find((path) => project.files.has(path));
    if (target === undefined) return [`names ${name}, which does not exist`];
    const rest = /^, (?=\p{Lu})(.{1,120})/u.exec(prose.slice(match.index + name.length))?.[1];
    if (rest === undefined || headingsOf(project.read(target)).some((heading) => begins(rest, heading)))
      return [];
    return [`${name} has no heading « ${rest.slice(0, 40)} »`];
  });
}

function decisionFaults(prose: string, { files }: Project): readonly string[] {
  return [...prose.matchAll(DECISION)].flatMap(([name]) =>
    [...files].some((path) => path.startsWith(`${name}-`)) ? [] : [`names ${name}, which does not exist`],
  );
}

function placeFaults(file: string, text: string, { files }: Project): readonly string[] {
  const all = [...files];
  const places = [...text.matchAll(PLACE)].flatMap(([, place = '']) => {
    const parts = place.split('*').map((part) => part.replace(/[.+]/g, String.raw`\$&`));
    const named = new RegExp(`^${parts.join('[^/]*')}${place.endsWith('/') ? '' : '(?:/|$)'}`);
    return all.some((path) => named.test(path)) ? [] : [place];
  });
  const folder = file.startsWith('docs/') ? '' : file.slice(0, file.lastIndexOf('/') + 1);
  const names = [...text.matchAll(SOURCE_NAME)].flatMap(([, name = '']) =>
    all.some((path) => path === name || (path.startsWith(folder) && `/${path}`.endsWith(`/${name}`)))
      ? []
      : [name],
  );
  return [...new Set([...places, ...names])].map((name) => `names ${name}, which does not exist`);
}

function linkFaults(file: string, text: string, project: Project): readonly string[] {
  return [...text.replace(CODE, '').matchAll(LINK)].flatMap(([, link, picture]) => {
    const target = link ?? picture ?? '';
    if (/^[a-z]+:/.test(target)) return [];
    const [path = '', anchor] = target.split('#');
    const pointed = path === '' ? file : posix.join(posix.dirname(file), path);
    const isThere =
      project.files.has(pointed) || [...project.files].some((one) => one.startsWith(`${pointed}/`));
    if (!isThere) return [`links to ${target}, which does not exist`];
    if (anchor === undefined || anchorsOf(project.read(pointed)).includes(decodeURIComponent(anchor)))
      return [];
    return [`links to ${target}: no such heading`];
  });
}

/** The headings of a document without their numbers. */
function headingsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#{1,6} +(?:\d+\. )?(.+)$/gm)].map(([, heading = '']) => heading.trim());
}

/** What GitHub makes of the headings of a document. */
function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replace(/ /g, '-'),
  );
}

function begins(text: string, heading: string): boolean {
  return text.startsWith(heading) && !/^[\p{L}\p{N}]/u.test(text.slice(heading.length));
}

/** What a file says in words, on one line: all of a document, the comments of code. */
function proseOf(file: string, text: string): string {
  if (/\.(?:md|json)$/.test(file)) return text.replace(/\s*\n\s*/g, ' ');
  const comment = file.endsWith('.yml')
    ? /#.*(?:\n\s*#.*)*/g
    : /(?<!\w)\/\*[\s\S]*?\*\/|(?<![:\w'"`])\/\/.*(?:\n\s*\/\/.*)*/g;
  const comments = [...text.matchAll(comment)].map(([words]) => words);
  return comments.map((words) => words.replace(/\s*\n\s*(?:\*(?!\/)|\/\/|#)?\s*/g, ' ')).join('\n');
}
