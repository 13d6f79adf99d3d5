import type { Page } from '@playwright/test';

const LANDMARKS = /^(?:navigation|region|search|complementary|form)$/;
const ONCE = ['banner', 'main', 'contentinfo'];
/** What is nothing to those who only hear its name. */
const NAMED = /^(?:link|button|img|textbox|searchbox|checkbox|heading|region|navigation|complementary)$/;
interface Spoken {
  readonly role: string;
  readonly name: string;
  readonly level: number;
  /** Where it leads, when it is a link. */
  readonly url: string;
}

/** What is wrong in the page for those who hear it, in words; read from the tree that the browser gives to screen readers. */
export async function heardFaults(page: Page): Promise<readonly string[]> {
  const all = spoken(await page.locator('body').ariaSnapshot());
  const lang = (await page.locator('html').getAttribute('lang')) ?? '';
  return [
    ...(lang === 'fr' ? [] : [`the page is said to be in « ${lang} »`]),
    ...ONCE.filter((role) => count(all, role) !== 1).map((role) => `${count(all, role)} ${role}`),
    ...all.filter(isNameless).map(({ role, url }) => `a nameless ${role} ${url}`),
    ...repeated(all.filter(({ role }) => LANDMARKS.test(role)).map(({ role, name }) => `${role} ${name}`)),
    ...headingFaults(all.filter(({ role }) => role === 'heading')),
    ...ambiguousLinks(all.filter(({ role }) => role === 'link')),
  ];
}

function spoken(snapshot: string): readonly Spoken[] {
  const lines = snapshot.split('\n').map((line) => line.trim().replace(/^- '(.*)'(:?)$/, '- $1$2'));
  return lines.flatMap((line, index) => {
    const [, role, name = '', rest = ''] = /^- (\w+)(?: "((?:[^"\\]|\\.)*)")?(.*)$/.exec(line) ?? [];
    if (role === undefined) return [];
    const url = role === 'link' ? (/^- \/url: "?([^"]*)"?$/.exec(lines[index + 1] ?? '')?.[1] ?? '') : '';
    return [{ role, name, level: Number(/\[level=(\d)\]/.exec(rest)?.[1] ?? 0), url }];
  });
}

function count(all: readonly Spoken[], wanted: string): number {
  return all.filter(({ role }) => role === wanted).length;
}

function isNameless({ role, name }: Spoken): boolean {
  return NAMED.test(role) && name.trim() === '';
}

function repeated(names: readonly string[]): readonly string[] {
  return names.filter((name, index) => names.indexOf(name) !== index).map((name) => `twice: ${name}`);
}

function headingFaults(headings: readonly Spoken[]): readonly string[] {
  const first = headings.filter(({ level }) => level === 1);
  const jumps = headings.filter(({ level }, index) => level > (headings[index - 1]?.level ?? 0) + 1);
  return [
    ...(first.length === 1 ? [] : [`${first.length} titles of the first level`]),
    ...jumps.map(({ name }) => `a level is missing before « ${name} »`),
  ];
}

/** Names of links that lead to different places. */
function ambiguousLinks(links: readonly Spoken[]): readonly string[] {
  const others = links.filter(({ name, url }, index) =>
    links.slice(0, index).some((link) => link.name === name && link.url !== url),
  );
  return others.map(({ name }) => `several places behind « ${name} »`);
}
