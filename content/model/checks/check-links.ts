import { findReferences } from '../image-references/find.ts';
import { type InternalLink, internalLinks } from '../internal-links.ts';
import { isRelative } from '../markdown/addresses.ts';
import { followRedirect, isPostAddress, postAddress } from '../redirects.ts';
import type { CheckedPost, Finding, SiteFacts } from './finding.ts';

/** The links of a text that do not lead to an article's page as they should. */
export function checkLinks(post: CheckedPost, site: SiteFacts): readonly Finding[] {
  return [...checkInternal(post, site), ...checkFileLinks(post, site)];
}

/** The links of a text to articles that are not there, not yet, or elsewhere now. A link to the post itself is fine. */
function checkInternal({ content, slug }: CheckedPost, site: SiteFacts): readonly Finding[] {
  return internalLinks(content, site.origin).flatMap((link) =>
    link.slug === slug ? [] : (checkLink(link, site) ?? []),
  );
}

function checkLink(link: InternalLink, { articles, redirects }: SiteFacts): Finding | null {
  const found = articles.get(link.slug);
  if (found === 'public') return null;
  const isThere = (path: string) => articles.get(path.slice('/blog/'.length)) === 'public';
  const answer = followRedirect(postAddress(link.slug), redirects, isThere);
  if (answer.kind === 'moved') return moved(link, answer.to);
  if (found === 'hidden') return broken(link, 'warning', HIDDEN);
  return broken(link, 'error', answer.kind === 'gone' ? GONE : UNKNOWN);
}

/** `[suite](../2026/suite.md#plan)`, as other editors write links: readers would be given a file, or nothing. */
function checkFileLinks({ content }: CheckedPost, { articles }: SiteFacts): readonly Finding[] {
  return findReferences(content).flatMap(({ kind, address, at }): readonly Finding[] => {
    const [, slug, rest = ''] = FILE.exec(address) ?? [];
    if (kind === 'image' || kind === 'tag' || slug === undefined || !isRelative(address)) return [];
    const replacement = articles.has(slug)
      ? { label: 'Mettre son adresse', text: `${postAddress(slug)}${rest}` }
      : null;
    return [{ ...broken({ at }, 'error', TO_FILE), replacement }];
  });
}

const FILE = /^(?:[^?#]*\/)?([^/?#]+)\.md([?#].*)?$/i;
const TO_FILE = 'Ce lien mène à un fichier, pas à la page d’un article : écrivez son adresse depuis /blog/.';
const HIDDEN =
  'Ce lien mène à un article que les lecteurs ne voient pas encore : publiez-le aussi, ou retirez le lien.';
const GONE = 'Ce lien mène à un article supprimé : retirez-le, ou menez-le ailleurs.';
const UNKNOWN = 'Ce lien mène à un article qui n’existe pas : vérifiez son adresse.';

function broken({ at }: Pick<InternalLink, 'at'>, severity: Finding['severity'], message: string): Finding {
  return { kind: 'broken-link', severity, message, field: 'content', range: at, replacement: null };
}

function moved({ at, slugAt }: InternalLink, to: string): Finding {
  const slug = isPostAddress(to) ? to.slice('/blog/'.length) : null;
  const isPlain = slug !== null && slugAt !== null;
  return {
    kind: 'moved-link',
    severity: 'warning',
    message: `Cet article a changé d’adresse : il est maintenant à ${to}.`,
    field: 'content',
    range: isPlain ? slugAt : at,
    replacement: { label: 'Mettre la nouvelle adresse', text: isPlain ? slug : to },
  };
}
