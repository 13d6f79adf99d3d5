import { describe, expect, it } from 'vitest';
import { ContentError } from '../../model/errors.ts';
import { answerPictures, createPictureProcess } from './picture-process.ts';

interface Work {
  readonly double: (number: number) => Promise<number>;
  readonly refuse: () => Promise<never>;
  readonly die: () => Promise<never>;
}

/** Processes that live in this one: each answers as its program would, but for the task that ends it. */
function open() {
  const answer = answerPictures<Omit<Work, 'die'>>({
    double: (number) => Promise.resolve(2 * number),
    refuse: () => Promise.reject(new ContentError('unsupported', { reason: 'Ce n’est pas une image.' })),
  });
  let starts = 0;
  const pictures = createPictureProcess<Work>({
    atOnce: 2,
    start({ onAnswer, onEnd }) {
      starts += 1;
      return {
        send(task) {
          if (task.name === 'die') onEnd(new Error('it ended'));
          else void answer(structuredClone(task)).then(onAnswer);
        },
        kill: () => undefined,
      };
    },
  });
  return { pictures, starts: () => starts };
}

describe('a process of pictures', () => {
  it('is started once for all that is asked of it', async () => {
    const { pictures, starts } = open();
    const all = [1, 2, 3, 4].map((number) => pictures.ask('double', number));
    expect([await Promise.all(all), starts()]).toEqual([[2, 4, 6, 8], 1]);
    pictures.close();
  });

  it('refuses what it cannot take in the words of the engine', async () => {
    const { pictures } = open();
    await expect(pictures.ask('refuse')).rejects.toMatchObject({
      code: 'unsupported',
      data: { reason: 'Ce n’est pas une image.' },
    });
    pictures.close();
  });

  it('takes down with it only what it was asked; the next picture starts another', async () => {
    const { pictures, starts } = open();
    await expect(pictures.ask('die')).rejects.toThrow('it ended');
    expect([await pictures.ask('double', 4), starts()]).toEqual([8, 2]);
    pictures.close();
    await expect(pictures.ask('double', 4)).rejects.toThrow('closed');
  });
});
