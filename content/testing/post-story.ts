import { BROKEN_POST, SETTINGS, testId } from './posts.ts';
import type { Random } from './random.ts';

type Files = ReadonlyMap<string, string>;
/** What a commit makes of some files: null takes one away. */
export type StoryStep = Readonly<Record<string, string | null>>;

const FOLDERS = ['posts', 'posts/2025', 'posts/2026'];
const NAMES = Array.from({ length: 9 }, (_, number) => `article-${number}-marge-${number % 3}`);
const TAGS = ['Prix', 'prix', 'Trésorerie', 'Équipe', 'Vente', '…'];
const CATEGORIES = ['Business', 'Finance', 'Vie'];
const HOUR = 3_600_000;

/**
 * Has chance write, publish, hide, date, retitle, file under other words, rename, break and delete articles, give two of them one
 * address or one id, redirect addresses, and undo any number of steps: each step is what one commit changes.
 */
export function createPostStory(random: Random, start: number) {
  const past: Files[] = [new Map(Object.entries(SETTINGS))];
  const now = (): Files => past.at(-1) ?? new Map();
  let clock = start;

  const moment = (): string => new Date(clock + (random.below(9) - 6) * HOUR).toISOString();
  const path = (): string => `${random.pick(FOLDERS)}/${random.pick(NAMES)}.md`;
  const posts = (): readonly string[] => [...now().keys()].filter((name) => name.endsWith('.md'));

  function text(): string {
    const ends = random.oneIn(4)
      ? [`unpublishAt: ${new Date(clock + HOUR * random.below(9)).toISOString()}`]
      : [];
    const fields = [
      `id: ${testId(random.below(14))}`,
      `title: Titre ${random.below(99)}`,
      `published: ${moment()}`,
      `isPublished: ${!random.oneIn(4)}`,
      `category: ${random.pick(CATEGORIES)}`,
      `tags: [${random.pick(TAGS)}, ${random.pick(TAGS)}]`,
      `excerpt: Un mot de ${random.pick(NAMES)}`,
      ...ends,
    ];
    return `---\n${fields.join('\n')}\n---\nTexte ${random.below(999)}.\n`;
  }

  const acts: readonly (() => StoryStep)[] = [
    () => ({ [path()]: text() }),
    () => ({ [path()]: text(), [path()]: text() }),
    () => (posts().length === 0 ? {} : { [random.pick(posts())]: text() }),
    () => (posts().length === 0 ? {} : { [random.pick(posts())]: null }),
    () => (posts().length === 0 ? {} : { [random.pick(posts())]: `${BROKEN_POST}${random.below(9)}\n` }),
    () => {
      if (posts().length === 0) return {};
      const from = random.pick(posts());
      const moved = now().get(from) ?? null;
      return { [from]: null, [path()]: random.oneIn(3) ? `${BROKEN_POST}${random.below(9)}\n` : moved };
    },
    () => {
      const lines = [1, 2].map(() => `/blog/${random.pick(NAMES)}: /blog/${random.pick(NAMES)}\n`);
      return { 'redirects.yml': lines.join('') };
    },
    () => ({
      [`images/couverture-${random.below(4)}.png`]: random.oneIn(3) ? null : `octets ${random.below(9)}`,
    }),
    () => undone(),
  ];

  /** What leads from the files as they are to those of some steps before. */
  function undone(): StoryStep {
    const [is, was] = [now(), random.pick(past)];
    const names = [...new Set([...is.keys(), ...was.keys()])];
    return Object.fromEntries(
      names.filter((name) => is.get(name) !== was.get(name)).map((name) => [name, was.get(name) ?? null]),
    );
  }

  return {
    first: SETTINGS,
    /** Milliseconds since 1970; time goes on between steps. */
    clock: (): number => clock,
    step(): StoryStep {
      clock += random.below(3) * HOUR;
      const wanted = Object.entries(random.pick(acts)());
      // What is taken away was there.
      const changes = Object.fromEntries(wanted.filter(([name, file]) => file !== null || now().has(name)));
      const next = new Map(now());
      for (const [name, file] of Object.entries(changes))
        if (file === null) next.delete(name);
        else next.set(name, file);
      past.push(next);
      return changes;
    },
  };
}
