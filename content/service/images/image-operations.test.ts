import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { objectId } from '#content/git/objects/object-id.ts';
import { imagesOperations } from '../../contract/images-operations.ts';
import { ContentError } from '../../model/errors.ts';
import { eventually } from '../../testing/eventually.ts';
import { describeFrom, photograph, plainImage } from '../../testing/images.ts';
import { postText, siteText, testId } from '../../testing/posts.ts';
import { createPostsWorkspace, type PostsWorkspace, TEST_CALLER } from '../../testing/posts-workspace.ts';
import { createPostReferences } from '../post-references.ts';
import { createImageOperations, type ImageOperations } from './image-operations.ts';
import { inProcess } from './image-pipeline.ts';

const A = 'images/2024/a-0123456789ab.png';
const B = 'images/2025/b.png';
const ORIGIN = 'https://exemple.fr';

let picture: Buffer<ArrayBuffer>;
let photo: Buffer<ArrayBuffer>;
beforeAll(async () => {
  picture = Buffer.from(await plainImage(60, 40).png().toBuffer());
  photo = Buffer.from(await photograph(300, 200).jpeg({ quality: 95 }).toBuffer());
});

let content: PostsWorkspace;
let images: ImageOperations;
async function open(files: Parameters<typeof createPostsWorkspace>[0] = {}): Promise<void> {
  content = await createPostsWorkspace(files);
  images = operations('by-saving');
}
function operations(publishing: Parameters<PostsWorkspace['keeping']>[0]): ImageOperations {
  return createImageOperations({
    ...content.keeping(publishing),
    describe: describeFrom(content.workspace),
    origin: ORIGIN,
    references: createPostReferences(content.workspace, ORIGIN),
    images: inProcess,
  });
}
afterEach(async () => {
  const git = content.git;
  git('fsck', '--strict');
  expect(await content.close()).toEqual([]);
});

const file = (path: string): string => content.git('show', `main:${path}`);
const paths = (): readonly string[] => content.git('ls-tree', '-r', '--name-only', 'main').split('\n');
const commits = (): number => Number(content.git('rev-list', '--count', 'main'));
const message = (): string => content.git('log', '-1', '--format=%B%an', 'main');
const upload = (bytes: Uint8Array<ArrayBuffer>, filename = 'Été à la mer.jpg') =>
  images.uploadImage({ image: { filename, bytes } }, TEST_CALLER);
async function idOf(path: string): Promise<string> {
  const all = await images.listImages({}, TEST_CALLER);
  return all.find(({ url }) => url === `/${path}`)?.id ?? '';
}
async function refusal(run: Promise<unknown>): Promise<unknown> {
  const error: unknown = await run.catch((reason: unknown) => reason);
  return error instanceof ContentError ? error.code : error;
}

describe('uploadImage', () => {
  beforeEach(() => open());

  it('adds a cleaned picture as one commit that says so', async () => {
    const answer = await upload(photo);
    expect(imagesOperations.uploadImage.output.parse(answer)).toMatchObject({ width: 300, height: 200 });
    expect(answer.url).toMatch(/^\/images\/2026\/ete-a-la-mer-[0-9a-f]{12}\.jpg$/);
    expect(message()).toBe(
      `Ajouter l’image «\u00a0${answer.filename}\u00a0»\n\nEncrier-Action: add-image\nCamille Test`,
    );
    expect([commits(), paths().includes(answer.url.slice(1))]).toEqual([2, true]);
  });

  it('stores nothing of where it was taken', async () => {
    const exif = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 30/1' } };
    const taken = Buffer.from(await photograph(100, 80).withExif(exif).jpeg().toBuffer());
    const { url } = await upload(taken);
    const blob = await content.workspace.read(content.git('rev-parse', `main:${url.slice(1)}`));
    expect([(await sharp(taken).metadata()).exif?.length ?? 0, (await sharp(blob).metadata()).exif]).toEqual([
      expect.any(Number) as unknown,
      undefined,
    ]);
    expect((await sharp(taken).metadata()).exif).toBeDefined();
  });

  it('answers the same file for the same content, whatever its name and year', async () => {
    const first = await upload(photo);
    content.at(Date.parse('2031-01-01T00:00:00Z'));
    const second = await upload(photo, 'autre.png');
    expect([second, commits()]).toEqual([first, 2]);
  });

  it('answers the same file for what it stored itself', async () => {
    const first = await upload(photo);
    const stored = Buffer.from(
      await content.workspace.read(content.git('rev-parse', `main:${first.url.slice(1)}`)),
    );
    expect([await upload(stored), commits()]).toEqual([first, 2]);
  });

  it('makes one commit of one content sent several times at once', async () => {
    const answers = await Promise.all([upload(photo, 'a'), upload(photo, 'b'), upload(photo, 'c')]);
    expect([new Set(answers.map(({ url }) => url)).size, commits()]).toEqual([1, 2]);
  });

  it('never writes over another file of the same name', async () => {
    const { url } = await upload(photo);
    content.commitBehind({ [url.slice(1)]: picture });
    await content.workspace.refresh();
    const second = await upload(photo);
    expect(second.url).toMatch(/^\/images\/2026\/2-ete-a-la-mer-/);
    expect(content.git('rev-parse', `main:${url.slice(1)}`)).toBe(objectId('blob', picture));
  });

  it('waits for no one who commits meanwhile', async () => {
    content.commitBehind({ 'posts/neuf.md': postText(9, 'Neuf') });
    const { url } = await upload(photo);
    expect([paths().includes('posts/neuf.md'), paths().includes(url.slice(1))]).toEqual([true, true]);
  });

  it('is in the year of Paris', async () => {
    content.at(Date.parse('2026-12-31T23:30:00Z'));
    expect((await upload(photo)).url).toMatch(/^\/images\/2027\//);
  });

  it('makes no commit of what it refuses', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect([await refusal(upload(svg, 'photo.jpg')), commits()]).toEqual(['unsupported', 1]);
  });

  it('refuses those who come when twenty wait', async () => {
    let release = (): void => undefined;
    const writing = content.workspace.write(
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    const told: unknown[] = [];
    const all = Array.from({ length: 30 }, async () => {
      const answer = await upload(photo).catch((error: unknown) => error);
      told.push(answer instanceof ContentError ? answer.code : 'taken');
    });
    await eventually(
      () => told.length,
      (count) => count >= 8,
    );
    release();
    await Promise.all([writing, ...all]);
    expect(told.filter((answer) => answer === 'throttled')).toHaveLength(8);
    expect([told.length, commits()]).toEqual([30, 2]);
  });
});

describe('the lists', () => {
  const BODY = `![x](/${B}) ![y](${ORIGIN}/${A})\n\n\`![z](/images/2025/c.jpg)\`\n`;
  beforeEach(() =>
    open({
      [A]: picture,
      [B]: 'no picture',
      'posts/un.md': postText(1, 'Un', [`coverImage: /${A}`]) + BODY,
      'posts/deux.md': `${postText(2, 'Deux', [`ogImage: /${B}`])}[r]: /${B}\n`,
      'site.yml': siteText('Essai').replace('name: Nom,', `name: Nom, portrait: /${A},`),
    }),
  );

  it('say every image, newest folder first', async () => {
    expect(await images.listImages({}, TEST_CALLER)).toEqual([
      { id: await idOf(B), filename: 'b.png', url: `/${B}` },
      { id: await idOf(A), filename: 'a-0123456789ab.png', url: `/${A}` },
    ]);
  });

  it('say sizes and uses', async () => {
    const list = await images.listAdminImages({}, TEST_CALLER);
    expect(imagesOperations.listAdminImages.output.parse(list)).toEqual([
      {
        id: await idOf(B),
        filename: 'b.png',
        url: `/${B}`,
        blobId: content.git('rev-parse', `main:${B}`),
        bytes: 10,
        width: 0,
        height: 0,
        thumbnail: null,
        uses: expect.arrayContaining([
          { kind: 'post', id: testId(1), title: 'Un' },
          { kind: 'post', id: testId(2), title: 'Deux' },
        ]) as unknown,
      },
      {
        id: await idOf(A),
        filename: 'a-0123456789ab.png',
        url: `/${A}`,
        blobId: objectId('blob', picture),
        bytes: picture.length,
        width: 60,
        height: 40,
        thumbnail: `/images/${objectId('blob', picture)}/a-0123456789ab-400.webp`,
        uses: [{ kind: 'post', id: testId(1), title: 'Un' }, { kind: 'site' }],
      },
    ]);
  });

  it('describe the addresses that are known, as written', async () => {
    const addresses = [`/${A}`, `${ORIGIN}/${A}`, `/${B}`, '/images/rien.jpg', 'https://autre.fr/x.jpg', ''];
    expect(await images.describeImages({ addresses }, TEST_CALLER)).toEqual(
      [`/${A}`, `${ORIGIN}/${A}`].map((address) => {
        return { address, path: A, blobId: objectId('blob', picture), width: 60, height: 40 };
      }),
    );
  });
});

describe('renameImage and deleteImage', () => {
  const BODY = [
    `![x](/${A} "t") et [lien](/${A})\r\n`,
    `![bak](/${A}.bak)\r\n`,
    `![y](/${A})\r\n\r\n`,
    `\`/${A}\`\r\n\r\n    ![z](/${A})\r\n`,
  ].join('');
  const front = postText(1, 'Un', [
    `coverImage: "/${A}" # la couverture`,
    'coverImageAlt: Une mer',
    `ogImage: '/${A}'`,
    'inconnu: gardé',
  ]);
  const SITE = siteText('Essai').replace('name: Nom,', `name: Nom, portrait: /${A},`);
  beforeEach(() =>
    open({
      [A]: picture,
      'posts/un.md': front + BODY,
      'posts/deux.md': postText(2, 'Deux'),
      'site.yml': SITE,
    }),
  );

  it('renames with every reference, as one commit that changes nothing else', async () => {
    const answer = await images.renameImage({ id: await idOf(A), name: 'Vue du Port.jpg' }, TEST_CALLER);
    const renamed = 'images/2024/vue-du-port-0123456789ab.png';
    expect(answer).toMatchObject({ url: `/${renamed}`, width: 60, height: 40, bytes: picture.length });
    const mended = (front + BODY)
      .replace(`"/${A}"`, `"/${renamed}"`)
      .replace(`'/${A}'`, `'/${renamed}'`)
      .replace(`(/${A} "t") et [lien](/${A})`, `(/${renamed} "t") et [lien](/${renamed})`)
      .replace(`![y](/${A})`, `![y](/${renamed})`);
    expect(content.git('cat-file', 'blob', 'main:posts/un.md')).toBe(mended.replace(/\n$/, ''));
    expect(file('site.yml')).toBe(SITE.replace(`/${A}`, `"/${renamed}"`).trimEnd());
    expect([
      commits(),
      paths().includes(A),
      content.git('diff', '--no-renames', '--name-only', 'main~', 'main').split('\n'),
    ]).toEqual([2, false, [A, renamed, 'posts/un.md', 'site.yml']]);
    expect(message()).toContain('Encrier-Action: rename-image');
  });

  it('makes no commit of the name it has', async () => {
    await images.renameImage({ id: await idOf(A), name: 'A' }, TEST_CALLER);
    expect(commits()).toBe(1);
  });

  it('refuses the name of another', async () => {
    content.commitBehind({ 'images/2024/b-0123456789ab.png': 'autre' });
    await content.workspace.refresh();
    const rename = images.renameImage({ id: await idOf(A), name: 'b' }, TEST_CALLER);
    expect([await refusal(rename), commits()]).toEqual(['invalid', 2]);
  });

  it('deletes with every reference, as one commit that changes nothing else', async () => {
    await images.deleteImage({ id: await idOf(A) }, TEST_CALLER);
    const left = [' et lien\r\n', `![bak](/${A}.bak)\r\n`, `\r\n\`/${A}\`\r\n\r\n    ![z](/${A})\r\n`].join(
      '',
    );
    const text = content.git('cat-file', 'blob', 'main:posts/un.md');
    expect(text.endsWith(left.replace(/\n$/, ''))).toBe(true);
    expect(text).not.toMatch(/coverImage|ogImage|Une mer/);
    expect(text).toContain('inconnu: gardé');
    expect(file('site.yml')).not.toContain(A);
    expect([commits(), paths().includes(A)]).toEqual([2, false]);
    expect((await content.workspace.current()).problems).toEqual([]);
  });

  it('refuses while a file that uses it cannot be read', async () => {
    content.commitBehind({ 'posts/un.md': '---\ntitle: "cassé\n---\n' });
    await content.workspace.refresh();
    expect([
      await refusal(images.deleteImage({ id: await idOf(A) }, TEST_CALLER)),
      await refusal(images.renameImage({ id: await idOf(A), name: 'c' }, TEST_CALLER)),
      paths().includes(A),
    ]).toEqual(['invalid', 'invalid', true]);
  });

  it('takes in what another program committed meanwhile', async () => {
    const id = await idOf(A);
    content.commitBehind({ 'posts/un.md': `${front}![neuf](/${A})\n` });
    await images.renameImage({ id, name: 'c' }, TEST_CALLER);
    expect(file('posts/un.md')).toContain('![neuf](/images/2024/c-0123456789ab.png)');
  });

  it('knows no other id', async () => {
    const other = { id: testId(1) };
    expect([
      await refusal(images.deleteImage(other, TEST_CALLER)),
      await refusal(images.renameImage({ ...other, name: 'c' }, TEST_CALLER)),
    ]).toEqual(['not-found', 'not-found']);
  });

  it('renames and removes an image in a text that waits to be published too', async () => {
    await open({ 'posts/2025/un.md': postText(1, 'Un') });
    const { id, url } = await upload(picture);
    const waiting = async () => (await content.posts.getEditablePost({ id: testId(1) }, TEST_CALLER)).pending;
    const used = { id: testId(1), coverImage: url, content: `![Mer](${url})\n` };
    await content.posts.savePendingVersion(used, TEST_CALLER);
    expect((await images.listAdminImages({}, TEST_CALLER))[0]?.uses).toMatchObject([{ title: 'Un' }]);
    const renamed = await images.renameImage({ id, name: 'plage' }, TEST_CALLER);
    expect(await waiting()).toMatchObject({ coverImage: renamed.url, content: `![Mer](${renamed.url})\n` });
    await images.deleteImage({ id: renamed.id }, TEST_CALLER);
    expect((await waiting())?.coverImage ?? null).toBeNull();
    expect(file('posts/2025/un.md')).not.toContain('images/');
  });

  it('renames an image that waits, with the texts that show it, as one commit', async () => {
    await open({ 'posts/2025/un.md': postText(1, 'Un') });
    images = operations('apart');
    const { id, url } = await upload(picture);
    await content.posts.savePendingVersion({ id: testId(1), content: `![Mer](${url})\n` }, TEST_CALLER);
    const before = content.git('rev-parse', 'travail');
    const renamed = await images.renameImage({ id, name: 'plage' }, TEST_CALLER);
    expect(content.git('rev-parse', 'travail~')).toBe(before);
    expect(content.git('show', 'travail:posts/2025/un.md')).toContain(`![Mer](${renamed.url})`);
    expect(content.git('log', '-1', '--format=%s', 'travail')).toContain('plage');
  });

  it('leaves no text that waits without its image where the published one cannot be renamed now', async () => {
    await content.posts.savePendingVersion({ id: testId(2), content: `![Mer](/${A})\n` }, TEST_CALLER);
    const lock = path.join(content.history.path, 'refs/heads/main.lock');
    writeFileSync(lock, '');
    await expect(images.renameImage({ id: await idOf(A), name: 'c' }, TEST_CALLER)).rejects.toThrow();
    rmSync(lock);
    const { pending } = await content.posts.getEditablePost({ id: testId(2) }, TEST_CALLER);
    const shown = /\/(images\/[^)]+)/.exec(pending?.content ?? '')?.[1] ?? '';
    expect(content.git('ls-tree', '--name-only', 'travail', shown)).toBe(shown);
    const renamed = await images.renameImage({ id: await idOf(A), name: 'c' }, TEST_CALLER);
    expect((await content.posts.getEditablePost({ id: testId(2) }, TEST_CALLER)).pending?.content).toBe(
      `![Mer](${renamed.url})\n`,
    );
    expect([paths().includes(A), content.git('ls-tree', '--name-only', 'travail', A)]).toEqual([false, '']);
  });

  describe('of which another picture waits in its place', () => {
    const newer = 'une autre image';
    const RENAMED = 'images/2024/c-0123456789ab.png';
    const imagesOf = (branch: string) =>
      content
        .git('ls-tree', '-r', branch, 'images/2024')
        .split('\n')
        .map((line) => line.split(/\s/).slice(2));

    /** Replaced on a desktop, in the folder. */
    async function replaced(): Promise<string> {
      const id = await idOf(A);
      const main = content.git('rev-parse', 'main');
      content.git('update-ref', 'refs/heads/travail', content.commitBehind({ [A]: newer }));
      content.git('update-ref', 'refs/heads/main', main);
      images = operations('apart');
      return id;
    }
    const questions = () => content.git('log', '--format=%(trailers:key=Encrier-Question)', 'main..travail');

    it.each(['alone', 'in a text that waits too'])('renames both, %s', async (shown) => {
      const id = await replaced();
      const text = { id: testId(2), content: `![Mer](/${A})\n` };
      if (shown !== 'alone') await content.posts.savePendingVersion(text, TEST_CALLER);
      await images.renameImage({ id, name: 'c' }, TEST_CALLER);
      expect(imagesOf('main')).toEqual([[objectId('blob', picture), RENAMED]]);
      expect(imagesOf('travail')).toEqual([[objectId('blob', Buffer.from(newer)), RENAMED]]);
      expect(questions().trim()).toBe('');
    });

    it('deletes both', async () => {
      await images.deleteImage({ id: await replaced() }, TEST_CALLER);
      expect([imagesOf('main'), imagesOf('travail')]).toEqual([[[]], [[]]]);
      expect(await images.listAdminImages({}, TEST_CALLER)).toEqual([]);
    });
  });
});
