import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainPicture } from '../testing/pictures.ts';
import { numberedId, postText } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

const ORIGIN = 'https://exemple.fr';
const IMAGE = 'images/2026/mer.png';
const COVERS = { origine: `${ORIGIN}/${IMAGE}`, blanc: `"/${IMAGE} "` };

const VARIANT = /mer-[0-9]+\.webp/;

let server: TestServer;
beforeAll(async () => {
  const posts = Object.entries(COVERS).map(([slug, cover], index) => {
    const text = postText({ id: numberedId(index), title: `Marée ${slug}`, lines: [`coverImage: ${cover}`] });
    return [`posts/2026/${slug}.md`, text] as const;
  });
  const files = { ...Object.fromEntries(posts), [IMAGE]: await plainPicture(900, 600) };
  server = await startTestServer({ env: { PUBLIC_ORIGIN: ORIGIN }, files });
});
afterAll(() => server.stop());

/** A cover pasted from the page that shows it begins with the site's origin; one from elsewhere often ends with a blank. */
describe.each(Object.keys(COVERS))(
  'the cover of an article, written with the site’s origin or a blank: %s',
  (slug) => {
    it('is on its page, in lists and for networks', async () => {
      const [page, list] = [await server.get(`/blog/${slug}`), await server.get('/blog')];
      const card = list.text.split('<article').find((part) => part.includes(`/blog/${slug}`)) ?? '';
      const social = /property="og:image" content="[^"]*mer-1200x630\.jpg"/;
      expect([VARIANT.test(page.text), VARIANT.test(card), social.test(page.text)]).toEqual([
        true,
        true,
        true,
      ]);
    });

    it('is in the answers to programs, found by the search, and in the sitemap', async () => {
      const covers: unknown[] = [];
      for (const target of [`/api/search?q=${slug}`, '/api/posts?fields=summary']) {
        const { text } = await server.get(target);
        const told = JSON.stringify(JSON.parse(text))
          .split('"slug":')
          .find((part) => part.startsWith(`"${slug}"`));
        covers.push(VARIANT.test(told ?? ''));
      }
      const { text } = await server.get('/sitemap.xml');
      const line = text.split('<url>').find((part) => part.includes(`/blog/${slug}<`));
      const image = `<image:loc>${ORIGIN}/${IMAGE}</image:loc>`;
      expect([...covers, line?.includes(image)]).toEqual([true, true, true]);
    });
  },
);
