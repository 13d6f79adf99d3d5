export { renderHome as Page } from '#site/render/home.tsx';
