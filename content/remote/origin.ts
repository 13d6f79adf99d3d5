import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { withLock } from '#content/git/refs/lock-file.ts';
import { ifThere } from '#content/git/system-error.ts';
import { isAllowedRemote } from './http-exchange.ts';

const ORIGIN = 'remote.origin';
const LOCK_WAIT_MS = 2000;

export interface Origin {
  /** As git has it, without a name or a password that may be in it. */
  readonly url: string;
  /** Whether Encrier exchanges with it; false where its author said no, or where its protocol is none of ours (ssh). */
  readonly isFollowed: boolean;
}

/** The remote `origin` of a clone, where git itself keeps it; null when there is none. */
export async function readOrigin(gitDir: string): Promise<Origin | null> {
  const text = await readConfig(gitDir);
  const url = configValue(text, { section: ORIGIN, key: 'url' });
  if (url === null || url === '') return null;
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !isAllowedRemote(parsed)) return { url: withoutSecrets(url), isFollowed: false };
  parsed.username = '';
  parsed.password = '';
  return {
    url: parsed.href,
    isFollowed: configValue(text, { section: 'encrier', key: 'follow' }) !== 'false',
  };
}

/** The address of the site that serves what `origin` holds, where it was said (`git config encrier.site`); null otherwise. */
export async function readSiteAddress(gitDir: string): Promise<string | null> {
  const said = configValue(await readConfig(gitDir), { section: 'encrier', key: 'site' });
  const url = said !== null && URL.canParse(said) ? new URL(said) : null;
  return url !== null && isAllowedRemote(url) ? url.origin : null;
}

/** Makes an address the remote `origin`, for git and for Encrier, which follows it from now on. Never with credentials. */
export async function writeOrigin(
  gitDir: string,
  { url, branch }: { readonly url: string; readonly branch: string },
): Promise<void> {
  const { username, password } = new URL(url);
  if (username !== '' || password !== '') throw new TypeError('an address without credentials');
  await change(gitDir, (text) => {
    const fetch =
      configValue(text, { section: ORIGIN, key: 'fetch' }) ?? '+refs/heads/*:refs/remotes/origin/*';
    const named = changeConfig(text, ORIGIN, { url, fetch });
    return changeConfig(tracked(named, branch), 'encrier', { follow: null });
  });
}

/** The branch that readers get, where another one is open in the folder (content/folder/git-state.ts); null when none is noted. */
export async function readPublishedBranch(gitDir: string): Promise<string | null> {
  return configValue(await readConfig(gitDir), { section: 'encrier', key: 'branch' });
}

export async function writePublishedBranch(gitDir: string, branch: string): Promise<void> {
  await change(gitDir, (text) => changeConfig(text, 'encrier', { branch }));
}

/** Has git compare a branch with the one of that name at `origin`, unless it was told what to compare it with. */
export async function trackOrigin(gitDir: string, branch: string): Promise<void> {
  await change(gitDir, (text) => {
    const isTold = configValue(text, { section: `branch.${branch}`, key: 'remote' }) !== null;
    return isTold ? text : tracked(text, branch);
  });
}

function tracked(text: string, branch: string): string {
  return changeConfig(text, `branch.${branch}`, { remote: 'origin', merge: `refs/heads/${branch}` });
}

/** Who one is at an address, where git itself looks before it asks for a password; null when it was never said. */
export async function readUsername(gitDir: string, url: string): Promise<string | null> {
  return configValue(await readConfig(gitDir), { section: `credential.${url}`, key: 'username' });
}

/** The name alone: a password is never written here. */
export async function writeUsername(
  gitDir: string,
  { url, username }: { readonly url: string; readonly username: string },
): Promise<void> {
  await change(gitDir, (text) => changeConfig(text, `credential.${url}`, { username }));
}

/** Encrier exchanges with `origin` no longer; git still knows it. */
export async function stopFollowingOrigin(gitDir: string): Promise<void> {
  await change(gitDir, (text) => changeConfig(text, 'encrier', { follow: 'false' }));
}

/** Under git's own lock on the file. Throws ContentError 'locked', 'disk-full'. */
async function change(gitDir: string, edit: (text: string) => string): Promise<void> {
  const file = path.join(gitDir, 'config');
  return withLock({ gitDir, file, content: '', waitMs: LOCK_WAIT_MS }, async (lock) => {
    const before = await readConfig(gitDir);
    const after = edit(before);
    if (after === before) return;
    await lock.fill(Buffer.from(after));
    await lock.commit();
  });
}

async function readConfig(gitDir: string): Promise<string> {
  return ifThere(readFile(path.join(gitDir, 'config'), 'utf8'), '');
}

function withoutSecrets(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*:[^/@]*@/i, '$1');
}

/** One line of a git configuration file (git-config(1), Syntax), kept as it is written. */
interface ConfigLine {
  readonly text: string;
  /** Section and subsection it stands in: `remote.origin`, the section in lower case. */
  readonly section: string;
  /** In lower case; null for headings, comments and empty lines. */
  readonly key: string | null;
  readonly value: string;
}

const HEADING = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/;
const ENTRY = /^\s*([A-Za-z][\w-]*)\s*(?:=\s*([\s\S]*))?$/;

/** The last value of a key, as git takes it; null when there is none. Included files are not looked into. */
function configValue(
  text: string,
  { section, key }: { readonly section: string; readonly key: string },
): string | null {
  const found = parseConfig(text).findLast(
    (line) => line.section === section && line.key === key.toLowerCase(),
  );
  return found?.value ?? null;
}

/** The text with these keys of a section set (null: taken out); every other byte stays. */
function changeConfig(
  text: string,
  section: string,
  values: Readonly<Record<string, string | null>>,
): string {
  const wanted = new Map(Object.entries(values).map(([key, value]) => [key.toLowerCase(), { key, value }]));
  const lines = parseConfig(text).filter(
    (line) => line.section !== section || line.key === null || !wanted.has(line.key),
  );
  const added = [...wanted.values()].flatMap(({ key, value }) =>
    value === null ? [] : [`\t${key} = ${quoted(value)}\n`],
  );
  const at = lines.findLastIndex((line) => line.section === section);
  const texts = lines.map((line) => line.text);
  if (at !== -1) return [...ended(texts.slice(0, at + 1)), ...added, ...texts.slice(at + 1)].join('');
  return added.length === 0 ? texts.join('') : [...ended(texts), heading(section), ...added].join('');
}

/** Lines that end, as one that something follows has to. */
function ended(lines: readonly string[]): readonly string[] {
  const last = lines.at(-1);
  return last === undefined || last.endsWith('\n') ? lines : [...lines.slice(0, -1), `${last}\n`];
}

function parseConfig(text: string): readonly ConfigLine[] {
  let section = '';
  // A backslash at the end of a line goes on with it; comments are none of those.
  const lines = text.match(/(?:[^\\\n]|\\[\s\S])*(?:\n|$)|\\$/g) ?? [];
  return lines.flatMap((line): readonly ConfigLine[] => {
    if (line === '') return [];
    const head = HEADING.exec(line);
    if (head !== null) section = sectionName(head[1] ?? '', head[2]);
    const rest = head === null ? line : line.slice(head[0].length);
    const entry = ENTRY.exec(rest.trimEnd());
    if (entry === null || head !== null) return [{ text: line, section, key: null, value: '' }];
    const [, key = '', value] = entry;
    return [
      { text: line, section, key: key.toLowerCase(), value: value === undefined ? 'true' : unquoted(value) },
    ];
  });
}

function sectionName(name: string, subsection: string | undefined): string {
  const section = name.toLowerCase();
  return subsection === undefined ? section : `${section}.${subsection.replace(/\\(.)/g, '$1')}`;
}

function heading(section: string): string {
  const dot = section.indexOf('.');
  if (dot === -1) return `[${section}]\n`;
  return `[${section.slice(0, dot)} "${section.slice(dot + 1).replace(/["\\]/g, '\\$&')}"]\n`;
}

function quoted(value: string): string {
  return /^[\w./:@%+*=,~?&-]+$/.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '\n': '' };

/** What a value says: quotes and escapes undone, a comment after it left out. */
function unquoted(written: string): string {
  let value = '';
  let isQuoted = false;
  for (let at = 0; at < written.length; at++) {
    const sign = written[at] ?? '';
    if (sign === '\\') {
      at += 1;
      const next = written[at] ?? '';
      value += ESCAPED[next] ?? next;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === '#' || sign === ';')) break;
    else value += sign;
  }
  return value.trim();
}
