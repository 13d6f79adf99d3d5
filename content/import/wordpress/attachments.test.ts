import { expect, it } from 'vitest';
import { itemsOf, textsOf, useExports } from '../../testing/exports.ts';
import { wxr } from '../../testing/wxr.ts';
import { readAttachment } from './attachments.ts';
import type { WxrItem } from './wxr.ts';

const exports = useExports();

function itemWith(list: string): WxrItem {
  return {
    kind: 'item',
    field: (name) => (name === 'attachment_url' ? 'https://ancien.example.org/vue.jpg' : ''),
    terms: [],
    meta: new Map([['_wp_attachment_metadata', list]]),
    ownFields: new Set(),
    comments: 0,
    pings: 0,
  };
}

it.each([
  [
    'lengths lie',
    'a:1:{s:5:"sizes";a:1:{s:1:"m";a:2:{s:4:"file";s:99:"vue-640x480.jpg";s:5:"width";i:640;}}',
  ],
  ['widths are texts', 'a:1:{s:4:"file";s:15:"vue-640x480.jpg";s:5:"width";s:3:"640";}'],
  ['tables are objects', 'O:8:"stdClass":1:{s:1:"m";O:1:"A":1:{s:4:"file";s:15:"vue-640x480.jpg";}}'],
  ['the end is missing', 'a:9:{s:4:"file";s:15:"vue-640x480.jpg";s:5:"wid'],
  ['other folders are named', 'a:2:{s:4:"file";s:11:"../a/vue.js";s:4:"file";s:15:"vue-640x480.jpg";}'],
])('knows the sizes of a picture by a list of PHP in which %s', (_, list) => {
  expect(readAttachment(itemWith(list))?.addresses).toEqual([
    'https://ancien.example.org/vue.jpg',
    'https://ancien.example.org/vue-640x480.jpg',
  ]);
});

it('leaves a photo of a telephone that no browser shows, of which WordPress made the picture', () => {
  const list = 'a:2:{s:4:"file";s:15:"vue-640x480.jpg";s:14:"original_image";s:8:"vue.heic";}';
  expect(readAttachment(itemWith(list))?.addresses).toEqual([
    'https://ancien.example.org/vue.jpg',
    'https://ancien.example.org/vue-640x480.jpg',
  ]);
});

it.each([
  ['[gallery]', ['vue', 'quai']],
  ['[gallery exclude="9"]', ['vue']],
  ['[gallery id="2"]', ['port']],
  ['[gallery id="3"]', []],
  ['[gallery ids="11, 8"]', ['port', 'vue']],
  ['[gallery ids="11, 8" exclude="8"]', ['port', 'vue']],
  ['[foo_gallery]', ['vue', 'quai']],
  ['[foo_gallery id="2" ids="8"]', ['vue']],
])('shows the pictures that readers saw in %s, and no other file of the text', async (content, names) => {
  const added = (id: number, parent: number, name: string): string =>
    `<item><title>${name}</title><wp:post_id>${id}</wp:post_id><wp:post_parent>${parent}</wp:post_parent><wp:post_type>attachment</wp:post_type><wp:status>inherit</wp:status><wp:attachment_url>https://ancien.example.org/${name}</wp:attachment_url></item>`;
  const files = [
    added(8, 1, 'vue.jpg'),
    added(9, 1, 'quai.jpg'),
    added(10, 1, 'guide.pdf'),
    added(11, 2, 'port.jpg'),
  ];
  const xml = wxr([{ id: 1, title: 'Un', slug: 'un', content }]).replace(
    '</channel>',
    `${files.join('')}</channel>`,
  );
  const [text] = textsOf(await itemsOf(exports.file('export.xml', xml)));
  expect(text?.content.match(/(?<=org\/)[^)]+/g) ?? []).toEqual(names.map((name) => `${name}.jpg`));
});

it('names the gallery of a plugin whose number is no text’s, and shows no pictures of another article in its place', async () => {
  const xml = wxr([
    { id: 1, title: 'Un', slug: 'un', content: 'Voici : [foo_gallery id="2"]' },
    { id: 2, title: 'Deux', slug: 'deux', content: 'Rien.' },
  ]).replace(
    '</channel>',
    '<item><title>port</title><wp:post_id>11</wp:post_id><wp:post_parent>2</wp:post_parent><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://ancien.example.org/port.jpg</wp:attachment_url></item></channel>',
  );
  const [text] = textsOf(await itemsOf(exports.file('export.xml', xml)));
  expect(text?.content).not.toContain('port.jpg');
  expect(text?.notes).toMatchObject([{ kind: 'shortcode', what: 'foo_gallery' }]);
});
