import { createRoot } from 'react-dom/client';
import { renderMarkdown } from '#content/model/markdown/render.ts';
import { EMPTY_VALUES, shownPost } from '#site/admin/post-form/form-values.ts';
import { Preview } from '#site/admin/preview/preview.tsx';
import '#site/styles/main.css';
import styles from '#site/styles/main.css?url';
import './page.css';
import { longArticle } from './text.ts';

const KEYS = 60;
const WARM_UP = 15;
const IMAGES = new Map<string, never>();
const POST = {
  ...shownPost(EMPTY_VALUES),
  title: 'Un article',
  excerpt: 'Un extrait.',
  category: 'Business',
  tags: [],
  published: '2026-03-02T08:00:00.000Z',
  readTime: '22 min',
};
const AUTHOR = { name: 'Auteur', role: '', about: '', portrait: null, contact: 'https://exemple.invalid/' };

declare global {
  interface Window {
    measurePreview?: () => Promise<{ readonly ours: readonly number[]; readonly control: readonly number[] }>;
  }
}

window.measurePreview = async () => ({
  ours: await measure(await ours()),
  control: await measure(await control()),
});

/** Shows a text; done once the page holds it. */
type Show = (source: string) => Promise<void> | void;

/** A letter at a time in the middle of the text, from the key to the second frame after the change. */
async function measure(show: Show): Promise<readonly number[]> {
  const text = longArticle(5_000);
  const middle = text.indexOf('trésorerie', text.length / 2);
  const times: number[] = [];
  for (let key = 1; key <= WARM_UP + KEYS; key += 1) {
    const source = `${text.slice(0, middle)}${'é'.repeat(key)}${text.slice(middle)}`;
    const start = performance.now();
    await show(source);
    await painted();
    if (key > WARM_UP) times.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  return times;
}

function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}

async function ours(): Promise<Show> {
  const root = createRoot(element('ours'));
  const draw = (content: string) =>
    root.render(
      <Preview
        post={{ ...POST, content }}
        author={AUTHOR}
        view="wide"
        images={IMAGES}
        imageAddress={(address) => address}
      />,
    );
  draw(longArticle(5_000));
  const prose = await until(() => {
    const found = document.querySelector('iframe')?.contentDocument?.querySelector('.prose');
    return found?.firstElementChild === null ? null : found;
  });
  return (source) =>
    new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        resolve();
      });
      observer.observe(prose, { childList: true });
      draw(source);
    });
}

/** « Parse all, replace all », in a frame of the same kind. */
async function control(): Promise<Show> {
  const frame = document.createElement('iframe');
  frame.srcdoc = `<!doctype html><link rel="stylesheet" href="${styles}"><main><div class="wrap article-page"><article class="article"><div class="article-body"><div class="full-view"><div class="prose"></div></div></div></article></div></main>`;
  element('control').append(frame);
  const prose = await until(() => frame.contentDocument?.querySelector('.prose'));
  return (source) => {
    prose.innerHTML = renderMarkdown(source, { images: IMAGES, origin: location.origin }).html;
  };
}

async function until<Value>(read: () => Value | null | undefined): Promise<Value> {
  for (;;) {
    const value = read();
    if (value !== null && value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`no #${id}`);
  return found;
}
