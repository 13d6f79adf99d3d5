import { type Capacity, capacitySchema } from '../model/capacity.ts';
import { type Site, siteSchema } from '../model/site.ts';

const section = {
  title: 'Site en préparation',
  cards: [
    { title: 'Bientôt en ligne', text: 'Les textes de cette page se trouvent dans le fichier site.yml.' },
  ],
};
const legal = 'Texte à compléter dans le fichier site.yml.';

/** What the site shows while no readable site.yml was ever there. */
export const DEFAULT_SITE: Site = siteSchema.parse({
  brand: { name: 'Encrier' },
  owner: {
    name: 'Encrier',
    role: 'Site en préparation',
    about: 'Présentation à compléter dans le fichier site.yml.',
  },
  contact: {
    profile: 'https://t.me/',
    waitlistMessage: 'Bonjour, je souhaite rejoindre la liste d’attente ({trimestre}).',
  },
  home: {
    description: 'Site en préparation.',
    hero: { headline: 'Site en préparation', lead: 'Revenez bientôt.', contactLabel: 'Me contacter' },
    audience: section,
    approach: section,
    outcomes: section,
    share: { title: 'Partager cette page' },
  },
  blog: { description: 'Les articles.' },
  footer: { text: 'Écrivez-moi.', contactLabel: 'Me contacter', mantra: 'Chaque mot compte.' },
  social: [],
  legal: { notice: legal, privacy: legal, securityContact: 'https://t.me/' },
});

export const DEFAULT_CAPACITY: Capacity = capacitySchema.parse({});
