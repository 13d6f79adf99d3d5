import { describe, expect, it } from 'vitest';
import { comesAfter, nextCursor, parseCursor } from './posts.ts';

const NEWER = { id: '00000000-0000-4000-8000-000000000002', publishedAt: 2000 };
const OLDER = { id: '00000000-0000-4000-8000-000000000001', publishedAt: 1000 };
const TWIN = { id: '00000000-0000-4000-8000-000000000009', publishedAt: 1000 };

describe('nextCursor', () => {
  it('names the last post shown, so that it reads back as that place', () => {
    const cursor = nextCursor([NEWER, OLDER], 3);
    expect(cursor === null ? null : parseCursor(cursor)).toEqual({ id: OLDER.id, publishedAt: 1000 });
  });

  it.each(['1000-01-01', '1968-05-03', '1969-12-31', '1970-01-01', '9999-12-31'])(
    'names an article of %s too, so that « Charger plus d’articles » goes on after it',
    (day) => {
      const last = { id: OLDER.id, publishedAt: Date.parse(`${day}T12:34:56.789Z`) };
      expect(parseCursor(nextCursor([NEWER, last], 1) ?? '')).toEqual(last);
    },
  );

  it('is null when nothing follows, or nothing was shown', () => {
    expect([nextCursor([NEWER], 0), nextCursor([], 5)]).toEqual([null, null]);
  });
});

describe('parseCursor', () => {
  it.each([
    '',
    '12',
    'zz.not-a-uuid',
    `--1.${OLDER.id}`,
    `rs.${OLDER.id}x`,
    'rs.00000000-0000-0000-0000-00000000000g',
  ])('refuses %j', (text) => {
    expect(parseCursor(text)).toBeNull();
  });
});

describe('comesAfter', () => {
  it('follows the order of lists: newest first, then by id', () => {
    const place = { id: OLDER.id, publishedAt: OLDER.publishedAt };
    expect([NEWER, OLDER, TWIN].map((post) => comesAfter(post, place))).toEqual([false, false, true]);
  });

  it('does not shift when a post is published meanwhile', () => {
    const place = { id: NEWER.id, publishedAt: NEWER.publishedAt };
    const published = { id: TWIN.id, publishedAt: 3000 };
    expect([published, NEWER, OLDER].filter((post) => comesAfter(post, place))).toEqual([OLDER]);
  });
});
