import { FILLERS, newBlock, newPiece, type OracleBlock, type OraclePost } from './merge-oracle-posts.ts';
import type { Random } from './random.ts';

/** One edit of an author. It says what it touches by name, so that it can be made on any version of the post. */
export interface OracleEdit {
  readonly name: string;
  /** Blocks by id, places between two (`after <id>`), fields. */
  readonly touches: readonly string[];
  /** Null where the version has no longer what the edit is about. */
  readonly apply: (post: OraclePost) => OraclePost | null;
}

const START = 'début';

function onBlock(
  post: OraclePost,
  id: string,
  change: (block: OracleBlock) => readonly OracleBlock[] | null,
): OraclePost | null {
  const at = post.blocks.findIndex((block) => block.id === id);
  const block = post.blocks[at];
  const changed = block === undefined ? null : change(block);
  return changed === null ? null : { ...post, blocks: post.blocks.toSpliced(at, 1, ...changed) };
}

function inserted(post: OraclePost, block: OracleBlock, after: string): OraclePost | null {
  const at = post.blocks.findIndex(({ id }) => id === after);
  if (at === -1 && after !== START) return null;
  return { ...post, blocks: post.blocks.toSpliced(at + 1, 0, block) };
}

function withoutBlock(post: OraclePost, id: string): OraclePost {
  return { ...post, blocks: post.blocks.filter((block) => block.id !== id) };
}

function withPieces(block: OracleBlock, pieces: readonly string[]): readonly OracleBlock[] {
  return pieces.length === 0 ? [] : [{ ...block, pieces }];
}

type Making = { readonly random: Random; readonly post: OraclePost; readonly name: string };
type MakeEdit = (making: Making) => OracleEdit | null;

function pickBlock({ random, post }: Making, fits: (block: OracleBlock) => boolean): OracleBlock | null {
  const fitting = post.blocks.filter(fits);
  return fitting.length === 0 ? null : random.pick(fitting);
}

const changePiece: MakeEdit = (making) => {
  const block = pickBlock(making, () => true);
  if (block === null) return null;
  const { random, name } = making;
  const before = random.pick(block.pieces);
  const words = before.split(' ');
  const reworded = words.with(words.length >> 1, `${name}m`).join(' ');
  const isWhole = random.oneIn(3) || words.length < 4 || FILLERS.includes(before);
  const after = isWhole ? newPiece(random, name, block.kind) : reworded;
  return {
    name: `change « ${before} » to « ${after} »`,
    touches: [block.id],
    apply: (post) =>
      onBlock(post, block.id, (now) =>
        now.pieces.includes(before)
          ? withPieces(now, now.pieces.with(now.pieces.indexOf(before), after))
          : null,
      ),
  };
};

const insertPiece: MakeEdit = (making) => {
  const block = pickBlock(making, ({ kind }) => kind !== 'heading' && kind !== 'footnote');
  if (block === null) return null;
  const { random, name } = making;
  const piece = newPiece(random, name, block.kind);
  const before = random.oneIn(4) ? null : random.pick(block.pieces);
  return {
    name: `insert « ${piece} » after « ${before} »`,
    touches: [block.id],
    apply: (post) =>
      onBlock(post, block.id, (now) => {
        const at = before === null ? -1 : now.pieces.indexOf(before);
        return before !== null && at === -1 ? null : withPieces(now, now.pieces.toSpliced(at + 1, 0, piece));
      }),
  };
};

const deletePiece: MakeEdit = (making) => {
  const block = pickBlock(making, ({ pieces }) => pieces.length > 1);
  if (block === null) return null;
  const piece = making.random.pick(block.pieces);
  return {
    name: `delete « ${piece} »`,
    touches: [block.id],
    apply: (post) =>
      onBlock(post, block.id, (now) =>
        now.pieces.includes(piece)
          ? withPieces(now, now.pieces.toSpliced(now.pieces.indexOf(piece), 1))
          : null,
      ),
  };
};

const movePiece: MakeEdit = (making) => {
  const from = pickBlock(making, ({ kind, pieces }) => kind === 'prose' && pieces.length > 1);
  const to = pickBlock(making, ({ kind }) => kind === 'prose');
  if (from === null || to === null) return null;
  const piece = making.random.pick(from.pieces);
  const before = making.random.pick(to.pieces);
  if (piece === before || FILLERS.includes(piece)) return null;
  return {
    name: `move « ${piece} » after « ${before} »`,
    touches: [from.id, to.id],
    apply: (post) => {
      const left = onBlock(post, from.id, (now) =>
        now.pieces.includes(piece)
          ? withPieces(
              now,
              now.pieces.filter((other) => other !== piece),
            )
          : null,
      );
      return left === null
        ? null
        : onBlock(left, to.id, (now) =>
            now.pieces.includes(before)
              ? withPieces(now, now.pieces.toSpliced(now.pieces.indexOf(before) + 1, 0, piece))
              : null,
          );
    },
  };
};

const insertBlock: MakeEdit = ({ random, post, name }) => {
  const block = newBlock(random, name);
  const after = random.pick([START, ...post.blocks.map(({ id }) => id)]);
  return {
    name: `insert ${block.kind} ${name} after ${after}`,
    touches: [`after ${after}`, name],
    apply: (now) => inserted(now, block, after),
  };
};

/** A block and both places beside it. */
function around({ blocks }: OraclePost, id: string): readonly string[] {
  const at = blocks.findIndex((block) => block.id === id);
  return [id, `after ${id}`, `after ${blocks[at - 1]?.id ?? START}`];
}

const deleteBlock: MakeEdit = (making) => {
  const block = pickBlock(making, () => true);
  if (block === null) return null;
  return {
    name: `delete ${block.id}`,
    touches: around(making.post, block.id),
    apply: (post) => onBlock(post, block.id, () => []),
  };
};

const moveBlock: MakeEdit = (making) => {
  const block = pickBlock(making, () => true);
  const after = block === null ? null : pickBlock(making, ({ id }) => id !== block.id);
  if (block === null || after === null) return null;
  const target = making.random.oneIn(5) ? START : after.id;
  const ids = [START, ...making.post.blocks.map(({ id }) => id)];
  const [from, to] = [ids.indexOf(block.id), ids.indexOf(target)];
  // Of two neighbours that change places either may have moved.
  const passed = to - from === 1 ? [target] : from - to === 2 ? ids.slice(from - 1, from) : [];
  return {
    name: `move ${block.id} after ${target}`,
    touches: [...around(making.post, block.id), `after ${target}`, ...passed],
    apply: (post) => {
      const now = post.blocks.find(({ id }) => id === block.id);
      return now === undefined ? null : inserted(withoutBlock(post, block.id), now, target);
    },
  };
};

const splitBlock: MakeEdit = (making) => {
  const block = pickBlock(making, ({ kind, pieces }) => kind === 'prose' && pieces.length > 1);
  if (block === null) return null;
  const at = 1 + making.random.below(block.pieces.length - 1);
  return {
    name: `split ${block.id} at ${at}`,
    touches: [block.id, `after ${block.id}`],
    apply: (post) =>
      onBlock(post, block.id, (now) =>
        now.pieces.length > at
          ? [
              { ...now, pieces: now.pieces.slice(0, at) },
              { ...now, id: `${now.id}b${making.name}`, pieces: now.pieces.slice(at) },
            ]
          : null,
      ),
  };
};

const joinBlocks: MakeEdit = ({ random, post }) => {
  const pairs = post.blocks.flatMap((block, at) => {
    const next = post.blocks[at + 1];
    return block.kind === 'prose' && next?.kind === 'prose' ? [[block, next] as const] : [];
  });
  if (pairs.length === 0) return null;
  const [first, second] = random.pick(pairs);
  return {
    name: `join ${first.id} and ${second.id}`,
    touches: [first.id, second.id, `after ${first.id}`, `after ${second.id}`],
    apply: (now) => {
      const other = now.blocks.find(({ id }) => id === second.id);
      if (other === undefined) return null;
      return onBlock(withoutBlock(now, second.id), first.id, (block) =>
        withPieces(block, [...block.pieces, ...other.pieces]),
      );
    },
  };
};

const renumber: MakeEdit = (making) => {
  const block = pickBlock(making, ({ kind }) => kind === 'numbered');
  const first = making.random.below(5);
  if (block === null) return null;
  return {
    name: `number ${block.id} from ${first}`,
    touches: [block.id],
    apply: (post) => onBlock(post, block.id, (now) => [{ ...now, first }]),
  };
};

const wrapLines: MakeEdit = (making) => {
  const block = pickBlock(making, ({ kind }) => kind === 'prose');
  if (block === null) return null;
  return {
    name: `one line a sentence in ${block.id}`,
    touches: [block.id],
    apply: (post) => onBlock(post, block.id, (now) => [{ ...now, blank: '\n' }]),
  };
};

const changeFrontMatter: MakeEdit = ({ random, name, post: { tags } }) => {
  const tag = random.pick(['discipline', 'prix', 'banque', name]);
  return random.pick<OracleEdit>([
    { name: 'title', touches: ['title'], apply: (post) => ({ ...post, title: `Titre ${name}` }) },
    { name: 'layout', touches: ['layout'], apply: (post) => ({ ...post, layout: name }) },
    {
      name: `tag ${tag}`,
      touches: [],
      apply: (post) => ({
        ...post,
        tags: [...post.tags.filter((other) => other !== tag), ...(tags.includes(tag) ? [] : [tag])],
      }),
    },
    {
      name: 'comment of the title',
      touches: ['title'],
      apply: (post) => ({ ...post, comments: [`titre ${name}`, post.comments[1]] }),
    },
    {
      name: 'comment of the tags',
      touches: ['comment'],
      apply: (post) => ({ ...post, comments: [post.comments[0], `tags ${name}`] }),
    },
  ]);
};

const changeLineEnds: MakeEdit = ({ random }) =>
  random.oneIn(4)
    ? { name: 'CRLF', touches: ['lines'], apply: (post) => ({ ...post, lineEnd: '\r\n' }) }
    : null;

const EDITS: readonly MakeEdit[] = [
  ...[changePiece, changePiece, changePiece, insertPiece, insertPiece, deletePiece, movePiece],
  ...[insertBlock, insertBlock, deleteBlock, moveBlock, moveBlock, splitBlock, joinBlocks],
  ...[renumber, wrapLines, changeFrontMatter, changeLineEnds],
];

/** Some edits of one author, one after the other; their new texts all say `name`. */
export function newEdits(random: Random, start: OraclePost, name: string): readonly OracleEdit[] {
  const edits: OracleEdit[] = [];
  let post = start;
  for (let left = 1 + random.below(4); left > 0; left -= 1) {
    const edit = random.pick(EDITS)({ random, post, name: `${name}${left}` });
    const after = edit?.apply(post) ?? null;
    if (edit === null || after === null) continue;
    edits.push(edit);
    post = after;
  }
  return edits;
}

/** The post after these edits; null when one finds no longer what it is about. */
export function afterEdits(post: OraclePost, edits: readonly OracleEdit[]): OraclePost | null {
  return edits.reduce<OraclePost | null>((now, edit) => (now === null ? null : edit.apply(now)), post);
}
