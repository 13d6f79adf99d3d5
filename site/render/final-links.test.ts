import { expect, it } from 'vitest';
import { withFinalLinks } from './final-links.ts';

const redirects: Readonly<Record<string, string>> = {
  '/blog/a': '/blog/b',
  '/vieux?x=1&y=2': '/blog/b?x=1&y=2',
  '/ancre': '/blog/b#ici',
  '/page': '/blog',
};
const site = {
  origin: 'https://exemple.fr',
  redirectOf: (target: string) => redirects[target] ?? null,
  folder: '/blog/',
};

it.each([
  ['<a href="/blog/a">', '<a href="/blog/b">'],
  ['<a title="a &gt; b" href="/blog/a#suite" rel="x">', '<a title="a &gt; b" href="/blog/b#suite" rel="x">'],
  ['<a href="https://exemple.fr/blog/a">', '<a href="https://exemple.fr/blog/b">'],
  ['<a href="/vieux?x=1&amp;y=2#z">', '<a href="/blog/b?x=1&amp;y=2#z">'],
  ['<a href="/ancre#la">', '<a href="/blog/b#ici">'],
  ['<a href="/blog/c">', '<a href="/blog/c">'],
  ['<a href="a#suite">', '<a href="/blog/b#suite">'],
  ['<a href="../page">', '<a href="/blog">'],
  ['<a href="c">', '<a href="c">'],
  ['<a href="HTTPS://Exemple.fr/blog/a">', '<a href="HTTPS://Exemple.fr/blog/b">'],
  ['<a href="mailto:a@b.fr">', '<a href="mailto:a@b.fr">'],
  ['<a href="//blog/a">', '<a href="//blog/a">'],
  ['<a href="#note">', '<a href="#note">'],
  ['<a href="https://exemple.fr.evil/blog/a">', '<a href="https://exemple.fr.evil/blog/a">'],
  ['<code>href="/blog/a"</code>', '<code>href="/blog/a"</code>'],
])('makes %s of %s', (html, expected) => {
  expect(withFinalLinks(`<p>${html}</p>`, site)).toBe(`<p>${expected}</p>`);
});
