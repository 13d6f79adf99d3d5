import type { Capacity } from '#content/model/capacity.ts';
import { type ValuePath, valueAt } from '#content/model/difference/value-changes.ts';

export interface SiteField {
  readonly kind: 'line' | 'text' | 'markdown' | 'image' | 'address' | 'cards' | 'social';
  readonly path: ValuePath;
  readonly label: string;
  readonly hint?: string;
}

interface SiteGroup {
  readonly title: string;
  readonly fields: readonly SiteField[];
}

/** Everything of site.yml that the author may change, in the order of the site (content/model/site.ts has the rules). */
export const SITE_GROUPS: readonly SiteGroup[] = [
  {
    title: 'Marque et auteur',
    fields: [
      { kind: 'line', path: ['brand', 'name'], label: 'Nom du site' },
      { kind: 'line', path: ['brand', 'badge'], label: 'Badge du pied de page' },
      { kind: 'image', path: ['brand', 'logo'], label: 'Logo', hint: 'Vide\u00a0: le dessin d’origine.' },
      { kind: 'line', path: ['owner', 'name'], label: 'Votre nom' },
      { kind: 'line', path: ['owner', 'role'], label: 'Votre métier' },
      { kind: 'text', path: ['owner', 'about'], label: 'À propos de l’auteur', hint: 'Sous chaque article.' },
      { kind: 'image', path: ['owner', 'portrait'], label: 'Portrait' },
      { kind: 'line', path: ['owner', 'portraitAlt'], label: 'Texte alternatif du portrait' },
    ],
  },
  {
    title: 'Contact et réseaux',
    fields: [
      {
        kind: 'address',
        path: ['contact', 'profile'],
        label: 'Profil de messagerie',
        hint: 'Une adresse https://…',
      },
      {
        kind: 'text',
        path: ['contact', 'waitlistMessage'],
        label: 'Message prérempli',
        hint: '{trimestre} devient le prochain trimestre.',
      },
      { kind: 'social', path: ['social'], label: 'Réseaux sociaux' },
    ],
  },
  {
    title: 'Accueil',
    fields: [
      { kind: 'text', path: ['home', 'description'], label: 'Description pour les moteurs de recherche' },
      { kind: 'line', path: ['home', 'hero', 'badge'], label: 'Badge' },
      { kind: 'line', path: ['home', 'hero', 'headline'], label: 'Titre' },
      { kind: 'text', path: ['home', 'hero', 'lead'], label: 'Texte d’ouverture' },
      { kind: 'line', path: ['home', 'hero', 'contactLabel'], label: 'Bouton de contact' },
      { kind: 'line', path: ['home', 'share', 'title'], label: 'Titre du bandeau de partage' },
      { kind: 'text', path: ['home', 'share', 'text'], label: 'Texte du bandeau de partage' },
      { kind: 'line', path: ['home', 'latestTitle'], label: 'Titre des derniers articles' },
    ],
  },
  ...[
    { key: 'audience', title: 'Accueil\u00a0: pour qui' },
    { key: 'approach', title: 'Accueil\u00a0: l’approche' },
    { key: 'outcomes', title: 'Accueil\u00a0: les résultats' },
  ].map(
    ({ key, title }): SiteGroup => ({
      title,
      fields: [
        { kind: 'line', path: ['home', key, 'title'], label: 'Titre' },
        { kind: 'text', path: ['home', key, 'intro'], label: 'Introduction' },
        { kind: 'cards', path: ['home', key, 'cards'], label: 'Cartes' },
      ],
    }),
  ),
  {
    title: 'Blog et pied de page',
    fields: [
      { kind: 'text', path: ['blog', 'intro'], label: 'Introduction du blog' },
      {
        kind: 'text',
        path: ['blog', 'description'],
        label: 'Description du blog pour les moteurs de recherche',
      },
      { kind: 'line', path: ['footer', 'title'], label: 'Titre de la carte' },
      { kind: 'text', path: ['footer', 'text'], label: 'Texte, quand le trimestre est complet' },
      { kind: 'text', path: ['footer', 'textAvailable'], label: 'Texte, quand des places sont disponibles' },
      { kind: 'line', path: ['footer', 'contactLabel'], label: 'Bouton' },
      {
        kind: 'line',
        path: ['footer', 'exclusivity'],
        label: 'Mention d’exclusivité',
        hint: '{places} devient le nombre de places.',
      },
      { kind: 'text', path: ['footer', 'mantra'], label: 'Citation' },
    ],
  },
  {
    title: 'Pages légales',
    fields: [
      { kind: 'markdown', path: ['legal', 'notice'], label: 'Mentions légales', hint: 'En Markdown.' },
      { kind: 'markdown', path: ['legal', 'privacy'], label: 'Confidentialité', hint: 'En Markdown.' },
      {
        kind: 'line',
        path: ['legal', 'securityContact'],
        label: 'Contact de sécurité',
        hint: 'Pour /.well-known/security.txt\u00a0: mailto:… ou https://…',
      },
    ],
  },
];

/** How each setting of capacity.yml is called. */
export const CAPACITY_LABELS: Readonly<Record<keyof Capacity, string>> = {
  currentMonth: 'Trimestre en cours',
  nextMonth: 'Prochain trimestre',
  maxSlots: 'Places par trimestre',
  waitlistCount: 'Personnes en liste d’attente',
  lastActivity: 'Dernière activité',
  availabilityStatus: 'Disponibilité',
  testimonialQuote: 'Témoignage',
  testimonialAuthor: 'Auteur du témoignage',
  updatedAt: 'Mise à jour',
};

/** How a setting is called; `key` is its steps joined by dots. One that no form shows keeps its name in the file. */
export function settingLabel(file: 'site' | 'capacity', key: string): string {
  if (file === 'capacity') return new Map(Object.entries(CAPACITY_LABELS)).get(key) ?? key;
  for (const { title, fields } of SITE_GROUPS) {
    const field = fields.find(({ path }) => path.join('.') === key);
    if (field !== undefined) return `${title} – ${field.label}`;
  }
  return key;
}

/** A value as a person reads it: a card or a link is a line or two, and stands apart from the next. */
export function settingText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(settingText).join('\n\n');
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value)
    .map(settingText)
    .filter((text) => text !== '')
    .join('\n');
}

/** The text at a place, '' when there is none. */
export function textAt(tree: unknown, path: ValuePath): string {
  const value = valueAt(tree, path);
  return typeof value === 'string' ? value : '';
}

/** The list at a place, empty when there is none. */
export function listAt(tree: unknown, path: ValuePath): readonly unknown[] {
  const value = valueAt(tree, path);
  return Array.isArray(value) ? value : [];
}
