import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { FRENCH } from './french.ts';
import { Header } from './header.tsx';
import type { LayoutData, Section } from './layout-data.ts';

interface LayoutProps {
  readonly data: LayoutData;
  readonly section: Section;
  /** `top`: the base script forces the page to its top when it loads (docs/product.md, Blog list). */
  readonly scroll?: 'top' | undefined;
  readonly children: ReactNode;
}

/** What surrounds every public page. */
export function Layout({ data, section, scroll, children }: LayoutProps): ReactNode {
  return (
    <>
      <a className="skip" href="#contenu_principal">
        {FRENCH.skip}
      </a>
      <span id="haut_de_page" />
      <Header data={data} section={section} />
      <main id="contenu_principal" tabIndex={-1} data-scroll={scroll}>
        {children}
      </main>
      <Footer data={data} />
    </>
  );
}
