/** The words of the public pages that are not the owner's (docs/product.md). */
export const FRENCH = {
  skip: 'Aller au contenu',
  nav: 'Navigation principale',
  home: 'Accueil',
  blog: 'Blog',
  contact: 'Contact',
  openMenu: 'Ouvrir le menu',
  search: 'Rechercher',
  searchTitle: 'Rechercher un article',
  ownPage: 'Page',
  searchLabel: 'Rechercher dans les articles',
  searchPlaceholder: 'Trésorerie, impôts, Ironman…',
  resultPages: 'Pages de résultats',
  previousPage: 'Page précédente',
  nextPage: 'Page suivante',
  allResults: 'Voir tous les résultats',
  searchPreparing: 'La recherche se prépare\u00A0: réessayez dans un instant.',
  searchAbsent: 'La recherche ne répond pas dans cet aperçu\u00A0: vos lecteurs l’ont sur le site en ligne.',
  searchFailed: 'La recherche n’a pas répondu\u00A0: vérifiez votre connexion, puis réessayez.',
  didYouMean: 'Vouliez-vous dire',
  without: 'Sans\u00A0:',
  byCategory: 'Parcourir par catégorie',
  newTab: '(nouvel onglet)',

  latestAll: 'Tous les articles',
  featured: 'À la une',
  readPost: "Lire l'article",
  testimonial: 'Témoignage',

  blogTitle: 'Réflexions & Insights',
  noPosts: 'Aucun article pour le moment',
  postsFailed: 'Erreur lors du chargement des articles',
  morePosts: "Charger plus d'articles",
  loading: 'Chargement...',
  retry: 'Réessayer',
  newerPosts: 'Articles plus récents',
  olderPosts: 'Articles plus anciens',
  pages: 'Pages de la liste',
  tag: 'Mot-clé',
  category: 'Catégorie',
  page: 'Page',

  postNotFound: 'Article non trouvé',
  postNotFoundText: "L'article que vous recherchez n'existe pas.",
  backToBlog: 'Retour au blog',
  backToHome: "Retour à l'accueil",
  mobileVersion: 'Version mobile optimisée',
  keyPoints: 'Points clés',
  readWhole: "Lire l'article complet",
  readWholeCaption: 'Version complète adaptée pour une lecture approfondie',
  fullVersion: 'Version complète',
  shortVersion: 'Version courte',
  tags: 'Mots-clés',
  by: 'Par',
  publishedOn: 'Publié le',
  updatedOn: 'Mis à jour le',
  contents: 'Sommaire',
  whatChanged: 'Ce qui a changé',
  showPassages: 'Voir les passages',
  formerTitle: 'Ancien titre',
  changesTooLong: 'Le détail est trop long pour être montré ici.',
  neighbours: 'Article précédent et article suivant',
  olderPost: 'Article précédent',
  newerPost: 'Article suivant',
  readNext: 'À lire ensuite',
  aboutAuthor: "À propos de l'auteur",
  contactAuthor: 'Me contacter',
  contactTelegram: 'Me contacter sur Telegram',

  share: 'Partager',
  shareOn: 'Partager sur',
  copyLink: 'Copier le lien',
  linkCopied: 'Lien copié',
  copyFailed: 'Le lien n’a pas pu être copié',

  legal: 'Informations légales',
  social: 'Réseaux sociaux',
  toTop: 'Haut de page',
  rights: 'Tous droits réservés.',

  notFound: 'Page Not Found',
  notFoundText: "Cette page n'existe pas, ou n'existe plus.",
  error: 'Erreur',
  errorText: 'Une erreur est survenue. Réessayez dans un instant.',
  needsScript: 'Cette page a besoin de JavaScript',
  needsScriptText:
    'Activez-le dans votre navigateur, puis rechargez la page. Les articles se lisent sans lui.',
  accountsClosed: 'Connexion impossible pour le moment',
  preparing: 'Contenu en préparation',
  preparingText: 'Le site se prépare. Cette page sera là dans un instant.',
  lost: 'Article momentanément illisible',
  lostText:
    'Le texte de cet article ne peut pas être lu pour le moment. Son auteur en est averti\u00a0: revenez plus tard.',
} as const;

/** docs/product.md, Home: the post that carries « À la une ». */
export const FEATURED_SLUG = 'ironman-mindset-discipline-business';

/** A number with what is counted, as French says it: none and one are singular. */
export function counted(count: number, one: string, many: string): string {
  if (count === 0) return `Aucun ${one}`;
  // A narrow no-break space between thousands, an ordinary no-break one before what is counted.
  const number = String(count).replace(/\B(?=(?:\d{3})+$)/g, '\u202F');
  return `${number}\u00A0${count === 1 ? one : many}`;
}
