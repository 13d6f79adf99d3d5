import { expect } from 'vitest';
import type { imagesOperations } from '#content/contract/images-operations.ts';
import { badField, type CasesOf, NO_ID, notFound, type Site, UNKNOWN_ID } from './contract-case.ts';
import { picture, SHOWN_IMAGE } from './contract-files.ts';

const NO_PICTURE = {
  code: 'invalid',
  error: 'Choisissez une image.',
  data: { field: 'image', reason: 'Choisissez une image.' },
} as const;
const NO_IMAGE = notFound('Cette image', 'Cette image est introuvable.');

/** The suite's cases of the rows about images. */
export const imagesCases: CasesOf<typeof imagesOperations> = {
  listImages: [{ it: 'gives every image', send: {}, gives: [{}, {}, {}] }],
  listAdminImages: [{ it: 'says where each is used', send: {}, gives: [{}, {}, {}] }],
  uploadImage: [
    {
      it: 'takes a picture in',
      send: async () => ({
        image: { filename: 'Été à la mer.PNG', bytes: new Uint8Array(await picture('#102030')) },
      }),
      gives: { width: 40, height: 30 },
    },
    { it: 'refuses a missing picture', send: {}, refused: NO_PICTURE },
    {
      it: 'refuses what is no picture',
      send: fileOf(Buffer.from('du texte')),
      refused: unsupported(
        'Ce fichier n’est pas une image qui peut être lue. Choisissez une image JPEG, PNG, WebP, AVIF ou GIF.',
      ),
    },
    {
      it: 'refuses an empty file',
      send: fileOf(Buffer.alloc(0)),
      refused: unsupported('Ce fichier est vide.'),
    },
    {
      it: 'refuses one too large',
      send: fileOf(Buffer.alloc(10 * 1024 * 1024 + 1)),
      refused: {
        code: 'too-large',
        error: 'C’est trop volumineux\u00a0: 10 Mo au plus.',
        data: { limit: '10 Mo' },
      },
    },
  ],
  renameImage: [
    {
      it: 'gives it another name',
      send: async (site) => ({ id: await imageAt(site, '/images/2024/renommer.png'), name: 'colline' }),
      gives: { url: expect.stringMatching(/^\/images\/2024\/colline-[0-9a-f]{12}\.png$/) as string },
    },
    { it: 'refuses a missing name', send: { id: UNKNOWN_ID }, refused: badField('name', 'il manque') },
    {
      it: 'refuses an empty name',
      send: { id: UNKNOWN_ID, name: '' },
      refused: badField('name', 'il manque'),
    },
    {
      it: 'refuses a blank name',
      send: { id: UNKNOWN_ID, name: '   ' },
      refused: badField('name', 'il manque'),
    },
    {
      it: 'does not know an image that is not there',
      send: { id: UNKNOWN_ID, name: 'x' },
      refused: NO_IMAGE,
    },
    {
      it: 'makes of a path a name',
      send: async (site) => ({ id: await imageAt(site, SHOWN_IMAGE), name: '../../x' }),
      gives: { url: expect.stringMatching(/^\/images\/2024\/x-[0-9a-f]{12}\.png$/) as string },
    },
  ],
  deleteImage: [
    { it: 'deletes it', send: async (site) => ({ id: await imageAt(site, '/images/2024/effacer.png') }) },
    { it: 'refuses what is no id', send: { id: 'x' }, refused: NO_ID },
    { it: 'does not know an image that is not there', send: { id: UNKNOWN_ID }, refused: NO_IMAGE },
  ],
};

function fileOf(bytes: Buffer) {
  return { image: { filename: 'photo.png', bytes: new Uint8Array(bytes) } };
}

async function imageAt({ client }: Site, address: string): Promise<string | undefined> {
  return (await client.listImages({})).find(({ url }) => url === address)?.id;
}

function unsupported(reason: string) {
  return { code: 'unsupported', error: reason, data: { reason } } as const;
}
