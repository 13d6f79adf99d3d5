export { renderNotFound as Page } from '#site/render/not-found.tsx';
