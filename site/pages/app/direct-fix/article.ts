import content from './article.md?raw';

/** The article this page rewrites, and the fixed texts it is given: those of the starter (docs/product.md, Maintenance pages). */
export const ARTICLE_ID = '6bebbc9b-aa7f-44ba-86e2-620151be5461';
export const ARTICLE_TEXTS = {
  content,
  excerpt:
    "En endurance, le calendrier, l'allure et les renoncements comptent plus que la volonté. C'est aussi ce qui manque à beaucoup d'entreprises qui vont bien, et cela se chiffre.",
  coverImage: '/images/2026/couverture-ironman-d0ff04939eff.jpg',
  socialTitle: 'Cinq Ironman, une leçon de gestion : partir doucement',
  socialDescription:
    "18 minutes perdues pour 15 watts de trop. Ce que l'Ironman apprend sur l'allure, la régularité et les décisions que l'on prend avant d'être fatigué.",
};
