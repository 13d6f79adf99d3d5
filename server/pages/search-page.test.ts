import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTHOR_ENV, signIn } from '../testing/author.ts';
import { numberedId, postFiles, postText } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

/** Files without an id of their own are two articles, whatever they hold. */
const COPY = postText({ title: 'Zeugme', body: 'Vêtu de probité candide.\n' }).replace(/^id: .*\n/m, '');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    files: {
      ...postFiles(45, 'Un texte sur l’impôt.\n'),
      'posts/2026/un.md': COPY,
      'posts/2026/deux.md': COPY,
    },
  });
});
afterAll(() => server.stop());

const RESULT = /<h2 class="search-result-title"><a href="([^"#]*)/g;

async function page(target: string, { get } = server) {
  const { status, text, headers } = await get(target);
  const next = /<a [^>]*rel="next" href="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  return {
    status,
    text,
    headers,
    next,
    found: [...text.matchAll(RESULT)].map(([, address = '']) => address),
  };
}

describe('the page of the search', () => {
  it('leads, page after page, to every article that it found', async () => {
    const found: string[] = [];
    const sizes: number[] = [];
    for (let target: string | undefined = '/recherche?q=impots'; target !== undefined; ) {
      const shown = await page(target);
      found.push(...shown.found);
      sizes.push(shown.found.length);
      target = shown.next;
    }
    expect(sizes).toEqual([20, 20, 5]);
    expect(new Set(found).size).toBe(45);
  });

  it.each([
    ['/recherche?q=impots&page=9', '/recherche?q=impots&page=3'],
    ['/recherche?q=imp%C3%B4t+texte&page=99999', '/recherche?q=imp%C3%B4t%20texte&page=3'],
    ['/recherche?q=zzzzqqqq&page=2', '/recherche?q=zzzzqqqq'],
  ])('leads from %s, past the last page of results, to %s without a word', async (target, last) => {
    const { status, text, headers } = await page(target);
    expect([status, headers.location, text]).toEqual([301, last, '']);
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=1');
  });

  it.each(['0', '-1', 'deux', '', '2&page=3'])('takes « page=%s » for the first', async (asked) => {
    const { status, text } = await page(`/recherche?q=impots&page=${asked}`);
    expect([status, text.includes('Page 1 / 3')]).toEqual([200, true]);
  });

  it('takes what is no letter in a question for a blank', async () => {
    const { status, text } = await page('/recherche?q=%00a%0Db%1Bc%F0%9F%98%80%09');
    expect([status, text.includes('value="a b c😀"'), /[^\P{Cc}\n]/u.test(text)]).toEqual([200, true, false]);
  });

  it('answers all through many saves, and then with what was saved last', {
    timeout: 380_000,
  }, async () => {
    const author = await startTestServer({ files: postFiles(3), env: AUTHOR_ENV });
    const call = await signIn(author);
    const saving = { isOver: false };
    const ask = async () => {
      while (!saving.isOver) await call('GET', '/api/search?q=numero');
    };
    const callers = [ask(), ask()];
    const answers = [];
    for (let n = 1; n <= 10; n += 1) {
      await call('PUT', `/api/admin/posts/${numberedId(1)}`, { content: `Le mot numero${n} est là.` });
      const { found } = await page(`/recherche?q=numero${n}%20`, author);
      answers.push([found, (await call('GET', `/api/search?q=numero${n}%20`))['total']]);
    }
    saving.isOver = true;
    await Promise.all(callers);
    await author.stop();
    expect(answers).toEqual(answers.map(() => [['/blog/article-1'], 1]));
  });

  it('finds two articles of the same bytes, each at its address', async () => {
    const { found } = await page('/recherche?q=probite');
    expect(found.toSorted()).toEqual(['/blog/deux', '/blog/un']);
  });
});
