export { renderTopic as Page } from '#site/render/topic.tsx';
