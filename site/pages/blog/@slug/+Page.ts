export { renderArticle as Page } from '#site/render/article.tsx';
