import * as z from 'zod';

const line = z.string().trim().min(1);
const https = z
  .string()
  .trim()
  .regex(/^https?:\/\/[^\s/?#]/i, 'une adresse qui commence par https://');

/** A card of the home page. `icon` names one of the drawings of site/ui/icons.tsx; unknown names show none. */
const card = z.object({ title: line, text: line, icon: z.string().default('') });
const cards = z.object({
  title: line,
  intro: z.string().default(''),
  cards: z.array(card).min(1).max(6),
});

/** The networks an article can be shared to and a profile can live on (docs/product.md, Sharing). */
export const NETWORKS = ['x', 'facebook', 'linkedin'] as const;
export type Network = (typeof NETWORKS)[number];

/** site.yml: everything of the site that is not an article (docs/design.md, The content repository). */
export const siteSchema = z.object({
  brand: z.object({
    name: line,
    /** Shown in the footer (docs/product.md, Footer). */
    badge: line.default('Ironman'),
    /** Image paths of the content repository, for example /images/2025/logo.png; null uses the built-in drawing. */
    logo: z.string().nullable().default(null),
  }),
  owner: z.object({
    name: line,
    role: line,
    /** The short text of the card « À propos de l'auteur ». */
    about: line,
    portrait: z.string().nullable().default(null),
    portraitAlt: z.string().default(''),
  }),
  contact: z.object({
    /** The messaging-app profile, opened in a new tab. */
    profile: https,
    /** Prefilled message of the footer's button; {trimestre} becomes the next quarter's label. */
    waitlistMessage: line,
  }),
  home: z.object({
    description: line,
    hero: z.object({
      badge: line.default("25 ans d'expérience"),
      headline: line,
      lead: line,
      contactLabel: line,
    }),
    audience: cards,
    approach: cards,
    outcomes: cards,
    share: z.object({ title: line, text: z.string().default('') }),
    latestTitle: line.default('Derniers articles'),
  }),
  blog: z.object({ intro: z.string().default(''), description: line }),
  footer: z.object({
    title: line.default('Discutons'),
    /** Shown while the quarter is full; `textAvailable` instead while capacity.yml says that places are available. */
    text: line,
    textAvailable: line.default(
      'Des places sont ouvertes ce trimestre. Décrivez votre activité et la décision à prendre en quelques lignes ; je réponds sous deux jours ouvrés.',
    ),
    contactLabel: line,
    /** {places} becomes `maxSlots` of capacity.yml. */
    exclusivity: line.default('{places} places par trimestre'),
    mantra: line,
  }),
  social: z.array(z.object({ network: z.enum(NETWORKS), url: https })).max(6),
  legal: z.object({
    /** Markdown of /mentions-legales. */
    notice: line,
    /** Markdown of /confidentialite. */
    privacy: line,
    /** A `Contact:` line of /.well-known/security.txt (RFC 9116). */
    securityContact: line,
  }),
});
export type Site = z.infer<typeof siteSchema>;
