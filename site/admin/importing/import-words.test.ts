import { describe, expect, it } from 'vitest';
import { type ImportPlan, NO_REPORT } from '#content/contract/import-operations.ts';
import {
  doneInWords,
  draftsInWords,
  importName,
  playersInWords,
  scheduledInWords,
  stateInWords,
} from './import-words.ts';
import { isSameExport } from './use-sending.ts';

describe('playersInWords', () => {
  it('counts players, not the sites that they are of', () => {
    const youtube = { name: 'YouTube', count: 4, titles: ['Un'] };
    expect(playersInWords([youtube])).toBe('4\u00a0lecteurs intégrés deviennent des liens');
    expect(playersInWords([{ ...youtube, count: 1 }])).toBe('1\u00a0lecteur intégré devient un lien');
  });
});

describe('importName', () => {
  const files = [
    { name: 'blog.xml', bytes: 1, received: 1 },
    { name: 'images.zip', bytes: 1, received: 0 },
  ];

  it('names the files while nothing is read', () => {
    expect(importName({ files, siteTitle: null })).toBe('blog.xml et 1\u00a0autre fichier');
    expect(importName({ files: files.slice(0, 1), siteTitle: '' })).toBe('blog.xml');
  });

  it('names the site once it is known', () => {
    expect(importName({ files, siteTitle: 'L’ancien blog' })).toBe('L’ancien blog');
  });
});

describe('doneInWords', () => {
  it.each([
    [{ written: 3, toPublish: 2 }, 'Tout est importé. Vos lecteurs n’en voient encore rien'],
    [{ written: 3 }, 'Tout est importé, et rien n’est à publier'],
    [{ kept: 3 }, 'Rien de nouveau'],
    [{ kept: 3, toPublish: 3 }, 'Tout est importé. Vos lecteurs n’en voient encore rien'],
  ])('says of %o what there is to publish', (counts, said) => {
    expect(doneInWords({ ...NO_REPORT, ...counts })).toContain(said);
  });
});

describe('stateInWords', () => {
  it('says that something waits only where it does', () => {
    expect(stateInWords({ state: 'done', report: { ...NO_REPORT, toPublish: 1 } })).toContain('pas encore');
    expect(stateInWords({ state: 'done', report: NO_REPORT })).toBe('Importé');
    expect(stateInWords({ state: 'published', report: NO_REPORT })).toBe('Publié');
  });
});

describe('scheduledInWords', () => {
  it('says when readers see them', () => {
    expect(scheduledInWords(PLAN)).toBeNull();
    expect(scheduledInWords({ ...PLAN, scheduled: 1 })).toContain('il paraîtra à sa date');
    expect(scheduledInWords({ ...PLAN, scheduled: 2 })).toContain('ils paraîtront à leur date');
  });
});

describe('draftsInWords', () => {
  it.each([
    [0, 0, null],
    [1, 0, '1\u00a0texte reste en brouillon\u00a0: il n’est pas publié avec les autres.'],
    [1, 2, '3\u00a0textes restent en brouillon\u00a0: ils ne sont pas publiés avec les autres.'],
  ])('says what becomes of %i drafts and %i private texts', (drafts, privates, said) => {
    expect(draftsInWords({ ...PLAN, drafts, privates })).toBe(said);
  });
});

describe('isSameExport', () => {
  const begun = { files: [{ name: 'blog.xml', bytes: 30, received: 12 }] };

  it('knows the files that an import was begun with by name and size', () => {
    expect(isSameExport([{ name: 'blog.xml', size: 30 }], begun)).toBe(true);
    expect(isSameExport([{ name: 'blog.xml', size: 31 }], begun)).toBe(false);
    expect(isSameExport([{ name: 'autre.xml', size: 30 }], begun)).toBe(false);
    expect(isSameExport([], begun)).toBe(false);
  });
});

const PLAN: ImportPlan = {
  system: 'wordpress',
  siteTitle: null,
  origin: null,
  articles: 0,
  drafts: 0,
  scheduled: 0,
  privates: 0,
  pages: 0,
  pictures: { inside: 0, outside: 0, bytes: 0, homeless: 0 },
  categories: [],
  tags: 0,
  authors: [],
  comments: 0,
  shortcodes: [],
  players: [],
  addresses: { count: 0, examples: [] },
  leftOut: [],
  deadLinks: [],
  otherFiles: [],
  starter: 0,
  changed: 0,
  edited: 0,
  there: 0,
};
