export { renderGone as Page } from '#site/render/gone.tsx';
