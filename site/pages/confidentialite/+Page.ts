export { renderLegal as Page } from '#site/render/legal.tsx';
