export { renderPreview as Page } from '#site/render/preview.tsx';
