import { describe, expect, it } from 'vitest';
import { playerOf } from './players.ts';

describe('playerOf', () => {
  it.each([
    ['//www.youtube.com/embed/abcdefghijk?rel=0', 'https://www.youtube.com/watch?v=abcdefghijk'],
    ['https://www.youtube-nocookie.com/embed/abcdefghijk', 'https://www.youtube.com/watch?v=abcdefghijk'],
    ['https://youtu.be/abcdefghijk?t=3', 'https://www.youtube.com/watch?v=abcdefghijk'],
    ['https://www.youtube.com/shorts/abcdefghijk', 'https://www.youtube.com/watch?v=abcdefghijk'],
    ['https://www.youtube.com/embed/videoseries?list=PL1', 'https://www.youtube.com/playlist?list=PL1'],
    ['https://www.youtube.com/@quelquun', 'https://www.youtube.com/@quelquun'],
    ['https://player.vimeo.com/video/123?h=4', 'https://vimeo.com/123'],
    ['https://www.dailymotion.com/embed/video/x1y2', 'https://www.dailymotion.com/video/x1y2'],
    [
      'https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/1',
      'https://api.soundcloud.com/tracks/1',
    ],
    [
      'https://w.soundcloud.com/player/?url=javascript:x',
      'https://w.soundcloud.com/player/?url=javascript:x',
    ],
    ['https://open.spotify.com/embed/track/1', 'https://open.spotify.com/track/1'],
    ['https://exemple.org/lecteur', 'https://exemple.org/lecteur'],
    ['https://pasyoutube.com/embed/abcdefghijk', 'https://pasyoutube.com/embed/abcdefghijk'],
  ])('leads from %s to its page', (embedded, page) => {
    expect(playerOf(embedded)?.address).toBe(page);
  });

  it.each(['', 'x', 'javascript:alert(1)', '/local', 'https://'])('has none for %j', (embedded) => {
    expect(playerOf(embedded)).toBeNull();
  });
});
