/** The words of the public pages that are not the owner's: SPEC.md §2, §4, §8. */
export const FRENCH = {
  skip: 'Aller au contenu',
  nav: 'Navigation principale',
  home: 'Accueil',
  blog: 'Blog',
  contact: 'Contact',
  openMenu: 'Ouvrir le menu',
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
  aboutAuthor: "À propos de l'auteur",
  contactTelegram: 'Me contacter sur Telegram',

  share: 'Partager',
  shareOn: 'Partager sur',
  copyLink: 'Copier le lien',
  linkCopied: 'Lien copié',
  copyFailed: 'Le lien n’a pas pu être copié',

  waitingList: "sur liste d'attente",
  legal: 'Informations légales',
  legalNotice: 'Mentions légales',
  privacy: 'Politique de confidentialité',
  social: 'Réseaux sociaux',
  toTop: 'Haut de page',
  rights: 'Tous droits réservés.',

  notFound: 'Page Not Found',
  notFoundText: "Cette page n'existe pas, ou n'existe plus.",
  error: 'Erreur',
  errorText: 'Une erreur est survenue. Réessayez dans un instant.',
  preparing: 'Contenu en préparation',
  preparingText: 'Le site se prépare. Cette page sera là dans un instant.',
} as const;

/** SPEC.md §2: the post that carries « À la une ». */
export const FEATURED_SLUG = 'ironman-mindset-discipline-business';
