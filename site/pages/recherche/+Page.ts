export { renderSearch as Page } from '#site/render/search.tsx';
