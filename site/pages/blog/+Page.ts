export { renderBlog as Page } from '#site/render/blog.tsx';
