/** The nth uuid of a test. */
export function testId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** A readable post's file, published in 2025 unless other lines say otherwise. */
export function postText(id: number, title: string, lines: readonly string[] = []): string {
  const fields = [
    `id: ${testId(id)}`,
    `title: ${title}`,
    'published: 2025-03-01T08:00:00.000Z',
    'isPublished: true',
  ];
  return `---\n${[...fields, ...lines].join('\n')}\n---\nTexte de ${title}.\n`;
}

/** A post's file that no one can read: its front matter is not YAML. The fault is on line 3. */
export const BROKEN_POST = '---\ntitle: Bon\nexcerpt: "sans fin\n---\nTexte.\n';

/** The least that makes a site of a repository. */
export const SETTINGS = { 'site.yml': siteText('Essai'), 'capacity.yml': 'currentMonth: T1 2026\n' };

/** A readable site.yml with this brand. */
export function siteText(brand: string): string {
  const section = '{ title: Titre, cards: [{ title: Carte, text: Texte }] }';
  return [
    `brand: { name: ${brand} }`,
    'owner: { name: Nom, role: Rôle, about: À propos }',
    'contact: { profile: https://exemple.fr, waitlistMessage: Bonjour }',
    'home:',
    '  description: Accueil',
    '  hero: { headline: Titre, lead: Texte, contactLabel: Écrire }',
    `  audience: ${section}`,
    `  approach: ${section}`,
    `  outcomes: ${section}`,
    '  share: { title: Partager }',
    'blog: { description: Articles }',
    'footer: { text: Texte, contactLabel: Écrire, mantra: Avancer }',
    'social: []',
    'legal: { notice: Mentions, privacy: Vie privée, securityContact: https://exemple.fr }',
    '',
  ].join('\n');
}
