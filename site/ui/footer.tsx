import type { ReactNode } from 'react';
import { Availability } from './availability.tsx';
import { Brand } from './brand.tsx';
import { ExternalLink } from './external-link.tsx';
import { FRENCH } from './french.ts';
import { Sign } from './icons.tsx';
import type { LayoutData } from './layout-data.ts';
import { NETWORK_NAMES, NetworkGlyph } from './networks.tsx';

/** docs/product.md, Footer. */
export function Footer({ data }: { readonly data: LayoutData }): ReactNode {
  return (
    <footer className="site-footer">
      <div className="wrap">
        <ContactCard data={data} />
        <div className="footer-middle">
          <div>
            <p className="footer-brand">
              <span className="brand">
                <Brand brand={data.brand} />
              </span>
              <span className="badge badge-gold">{data.brand.badge}</span>
            </p>
            <blockquote className="mantra">
              <p>{data.footer.mantra}</p>
            </blockquote>
          </div>
          <SocialLinks social={data.social} />
        </div>
        <div className="footer-end">
          <p>
            © {data.year} {data.brand.name}. {FRENCH.rights}
          </p>
          <nav aria-label={FRENCH.legal}>
            <ul>
              <li>
                <a href="/mentions-legales">{FRENCH.legalNotice}</a>
              </li>
              <li>
                <a href="/confidentialite">{FRENCH.privacy}</a>
              </li>
            </ul>
          </nav>
          <a className="to-top" href="#haut_de_page" data-to-top="">
            {FRENCH.toTop}
            <Sign name="up" />
          </a>
        </div>
      </div>
    </footer>
  );
}

function ContactCard({ data }: { readonly data: LayoutData }): ReactNode {
  const { footer } = data;
  return (
    <section className="contact-card" aria-labelledby="discutons_titre">
      <div>
        <h2 id="discutons_titre">{footer.title}</h2>
        <p>{footer.text}</p>
      </div>
      <div className="contact-card-side">
        <Availability data={data.availability} />
        <ExternalLink className="button button-gold" href={data.waitlist} waitlist>
          {footer.contactLabel}
        </ExternalLink>
        <p className="exclusivity">{footer.exclusivity}</p>
      </div>
    </section>
  );
}

function SocialLinks({ social }: { readonly social: LayoutData['social'] }): ReactNode {
  if (social.length === 0) return null;
  return (
    <ul className="social" aria-label={FRENCH.social}>
      {social.map(({ network, url }) => (
        <li key={url}>
          <ExternalLink className="social-link" href={url}>
            <NetworkGlyph network={network} />
            <span className="unseen">{NETWORK_NAMES[network]}</span>
          </ExternalLink>
        </li>
      ))}
    </ul>
  );
}
