import type { FormField } from './form-values.ts';

/** The name of each field (docs/product.md, Article form). */
export const FIELD_LABELS: Readonly<Record<FormField, string>> = {
  title: 'Titre',
  slug: 'Slug (URL)',
  content: 'Contenu (Markdown)',
  excerpt: 'Extrait',
  category: 'Catégorie',
  tags: 'Mots-clés',
  published: 'Date de publication',
  unpublishAt: 'Retirer le',
  readTime: 'Temps de lecture',
  isPublished: "Publier l'article",
  coverImage: 'Image de couverture',
  coverImageAlt: 'Texte alternatif de la couverture',
  ogImage: 'Image pour les réseaux',
  socialTitle: 'Titre pour les réseaux',
  socialDescription: 'Description pour les réseaux',
};

/** The label of a field named by the service; an unknown one is shown as it is. */
export function fieldLabel(name: string): string {
  return Object.hasOwn(FIELD_LABELS, name) ? FIELD_LABELS[name as FormField] : name; // by the test before it
}
