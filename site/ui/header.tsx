import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import { ExternalLink } from './external-link.tsx';
import { FRENCH } from './french.ts';
import { Sign } from './icons.tsx';
import type { LayoutData, Section } from './layout-data.ts';

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
            <li>
              <ExternalLink href={data.contact}>{FRENCH.contact}</ExternalLink>
            </li>
          </ul>
        </nav>
      </div>
    </header>
  );
}

/** A post is inside the blog without being the page its entry leads to. */
function blogIsCurrent(section: Section): 'page' | 'true' | undefined {
  if (section === 'blog') return 'page';
  return section === 'post' ? 'true' : undefined;
}
