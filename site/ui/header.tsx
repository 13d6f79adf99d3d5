import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import { FRENCH } from './french.ts';
import { Sign } from './icons.tsx';
import type { LayoutData, Section } from './layout-data.ts';
import { ExternalLink } from './links.tsx';

interface HeaderProps {
  readonly data: LayoutData;
  readonly section: Section;
}

/** One navigation: a popover opened by its button on small screens, a row of links on wide ones. */
export function Header({ data, section }: HeaderProps): ReactNode {
  return (
    <header className="site-header" data-header="">
      <div className="wrap site-header-row">
        <a className="brand" href="/">
          <Brand brand={data.brand} />
        </a>
        <SearchLink section={section} where="small" />
        <button type="button" className="menu-toggle" popoverTarget="menu" aria-label={FRENCH.openMenu}>
          <Sign name="menu" />
        </button>
        <nav id="menu" className="menu" popover="auto" aria-label={FRENCH.nav}>
          <ul>
            <li>
              <a href="/" aria-current={section === 'home' ? 'page' : undefined}>
                {FRENCH.home}
              </a>
            </li>
            <li>
              <a href="/blog" aria-current={blogIsCurrent(section)}>
                {FRENCH.blog}
              </a>
            </li>
            {data.menu.map(({ address, title }) => (
              <li key={address}>
                <a href={address} aria-current={section === address ? 'page' : undefined}>
                  {title}
                </a>
              </li>
            ))}
            <li>
              <ExternalLink href={data.contact}>{FRENCH.contact}</ExternalLink>
            </li>
          </ul>
        </nav>
        <SearchLink section={section} where="wide" />
      </div>
    </header>
  );
}

interface SearchLinkProps {
  readonly section: Section;
  /** On small screens it stands before the menu's button, on wide ones after the links: one of two is shown. */
  readonly where: 'small' | 'wide';
}

function SearchLink({ section, where }: SearchLinkProps): ReactNode {
  return (
    <a
      className={`search-link search-link-${where}`}
      href="/recherche"
      aria-label={FRENCH.search}
      aria-current={section === 'search' ? 'page' : undefined}
    >
      <Sign name="search" />
    </a>
  );
}

/** A post is inside the blog without being the page its entry leads to. */
function blogIsCurrent(section: Section): 'page' | 'true' | undefined {
  if (section === 'blog') return 'page';
  return section === 'post' ? 'true' : undefined;
}
