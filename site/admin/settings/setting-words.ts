import type { Capacity } from '#content/model/capacity.ts';
import { SITE_GROUPS } from './site-fields.ts';

const CAPACITY_LABELS: Readonly<Record<keyof Capacity, string>> = {
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
