import type { ReactNode } from 'react';
import { PLACES_AVAILABLE } from '#content/model/capacity.ts';
import { FIXED_PAGES } from '#content/model/fixed-pages.ts';
import { Brand } from './brand.tsx';
import { FRENCH } from './french.ts';
import { Sign } from './icons.tsx';
import type { LayoutData } from './layout-data.ts';
import { ExternalLink } from './links.tsx';
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
              {Object.entries(FIXED_PAGES).map(([address, { label }]) =>
                label === null ? null : (
                  <li key={address}>
                    <a href={address}>{label}</a>
                  </li>
                ),
              )}
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
    <section className="contact-card" data-as-of={data.availability.asOf} aria-labelledby="discutons_titre">
      <div>
        <h2 id="discutons_titre">{footer.title}</h2>
        <p>{footer.text}</p>
      </div>
      <div className="contact-card-side">
        <Availability data={data.availability} />
        <ExternalLink className="button button-gold" href={data.waitlist}>
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

/** The status of the running quarter; the base script keeps it up to date (site/islands/availability.ts). */
function Availability({ data }: { readonly data: LayoutData['availability'] }): ReactNode {
  return (
    <dl className="availability">
      <div>
        <dt>{data.quarter}</dt>
        <dd>
          <span className="dot" data-available={String(data.status === PLACES_AVAILABLE)} />
          <span data-capacity="availabilityStatus">{data.status}</span>
        </dd>
      </div>
      <div>
        <dt data-capacity="nextMonth">{data.nextQuarter}</dt>
        <dd>{waitingCount(data.waitlistCount)}</dd>
      </div>
    </dl>
  );
}

/** « 9 personnes sur liste d'attente »; what does not end with a number is shown as it was written, and none is not counted. */
function waitingCount(count: string): string {
  const said = count.trim();
  if (said === '') return "Liste d'attente ouverte";
  if (!/\d\+?$/.test(said)) return `Liste d'attente\u00A0: ${said}`;
  return `${said} ${/^[01]$/.test(said) ? 'personne' : 'personnes'} sur liste d'attente`;
}
