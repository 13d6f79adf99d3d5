import { describe, expect, it } from 'vitest';
import { MAX_IMAGE_BYTES } from '../../model/image.ts';
import { filesOf, itemsOf, useExports } from '../../testing/exports.ts';
import { wxr } from '../../testing/wxr.ts';

const exports = useExports();

const UPLOADS = 'https://ancien.example.org/wp-content/uploads';
const ATTACHMENT = `<item><title>quai</title><link>https://ancien.example.org/quai/</link><wp:post_id>9</wp:post_id>
<wp:post_type>attachment</wp:post_type><wp:status>inherit</wp:status><wp:attachment_url>${UPLOADS}/2019/05/quai.jpg</wp:attachment_url></item>`;
const XML = wxr([
  { id: 1, title: 'Un', slug: 'un', content: `<img src="${UPLOADS}/2019/05/quai.jpg">` },
]).replace('</channel>', `${ATTACHMENT}</channel>`);

/** The files of an export: what names each, and whether its bytes are there. */
async function named(place: string) {
  return filesOf(await itemsOf(place)).map(({ addresses, path }) => [addresses[0], path !== null]);
}

describe('withUploads', () => {
  it('finds a picture in the folder of uploads that is packed with the export, wherever that is in it', async () => {
    for (const folder of ['wp-content/uploads/', 'sauvegarde/uploads/', ''])
      expect(await named(await exports.zip({ 'blog.xml': XML, [`${folder}2019/05/quai.jpg`]: 'q' }))).toEqual(
        [[`${UPLOADS}/2019/05/quai.jpg`, true]],
      );
  });

  it('takes the largest size that was given, and leaves to the old site what was not', async () => {
    const small = { 'blog.xml': XML, 'uploads/2019/05/quai-300x200.jpg': 'q' };
    expect(await named(await exports.zip({ 'blog.xml': XML, 'uploads/2019/05/autre.txt': 'a' }))).toEqual([
      [`${UPLOADS}/2019/05/quai.jpg`, false],
    ]);
    expect(await named(await exports.zip(small))).toEqual([
      ['/wp-content/uploads/2019/05/quai-300x200.jpg', true],
      [`${UPLOADS}/2019/05/quai.jpg`, false],
    ]);
  });

  it('takes the largest that is no longer than a picture may be', async () => {
    const files = {
      'blog.xml': XML.replaceAll('quai.jpg', 'quai-scaled.jpg'),
      'uploads/2019/05/quai-scaled.jpg': 'q',
      'uploads/2019/05/quai.jpg': Buffer.alloc(MAX_IMAGE_BYTES + 1),
    };
    const [file] = filesOf(await itemsOf(exports.folder(files)));
    expect(file?.path).toMatch(/quai-scaled\.jpg$/);
  });

  it('gives pictures that the export does not name, each with the sizes made of it', async () => {
    const files = {
      'blog.xml': wxr([{ id: 1, title: 'Un', slug: 'un', content: '<p>Rien.</p>' }]),
      'uploads/2020/01/été.jpg': 'e',
      'uploads/2020/01/été-300x200.jpg': 'p',
    };
    const found = filesOf(await itemsOf(exports.folder(files)));
    expect(found.map(({ addresses }) => addresses)).toEqual([
      ['/wp-content/uploads/2020/01/été.jpg', '/wp-content/uploads/2020/01/été-300x200.jpg'],
    ]);
  });
});
