import { type InternalLink, internalLinks } from '../internal-links.ts';
import { followRedirect, isPostAddress, postAddress } from '../redirects.ts';
import type { CheckedPost, Finding, SiteFacts } from './finding.ts';

/** The links of a text to articles that are not there, not yet, or elsewhere now. A link to the post itself is fine. */
export function checkLinks({ content, slug }: CheckedPost, site: SiteFacts): readonly Finding[] {
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

const HIDDEN =
  'Ce lien mène à un article que les lecteurs ne voient pas encore : publiez-le aussi, ou retirez le lien.';
const GONE = 'Ce lien mène à un article supprimé : retirez-le, ou menez-le ailleurs.';
const UNKNOWN = 'Ce lien mène à un article qui n’existe pas : vérifiez son adresse.';

function broken({ at }: InternalLink, severity: Finding['severity'], message: string): Finding {
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
