import { describe, expect, it } from 'vitest';
import { createTemporaryRepository, gitBytes } from '#content/testing/temporary-repository.ts';
import { formatCommit, parseCommit, signatureOf } from './commit-object.ts';
import { EMPTY_TREE_ID, objectId } from './objects/object-id.ts';

const ID = 'a'.repeat(40);
const WINTER = new Date('2026-01-10T12:00:00Z');
const SUMMER = new Date('2026-07-10T12:00:00Z');

function commitBy(name: string, email: string): Buffer {
  const author = signatureOf({ name, email }, WINTER);
  return formatCommit({ tree: EMPTY_TREE_ID, parents: [], author, committer: author, message: 'Message' });
}

describe('formatCommit', () => {
  it('makes the commit git makes, in the time of Paris', () => {
    const repository = createTemporaryRepository();
    repository.git(['hash-object', '-w', '-t', 'tree', '--stdin']);
    const env = {
      GIT_AUTHOR_NAME: 'Zoé Test',
      GIT_AUTHOR_EMAIL: 'zoe@exemple.fr',
      GIT_AUTHOR_DATE: `${SUMMER.getTime() / 1000} +0200`,
      GIT_COMMITTER_DATE: `${WINTER.getTime() / 1000} +0100`,
    };
    const first = repository.git(['commit-tree', EMPTY_TREE_ID, '-m', 'Premier'], { env });
    const args = ['commit-tree', EMPTY_TREE_ID, '-p', first, '-m', 'Modifier « Été »'];
    const id = repository.git(args, { env });
    const bytes = gitBytes(['cat-file', 'commit', id], { cwd: repository.path });
    repository.remove();
    const ours = formatCommit({
      tree: EMPTY_TREE_ID,
      parents: [first],
      author: signatureOf({ name: 'Zoé Test', email: 'zoe@exemple.fr' }, SUMMER),
      committer: signatureOf({ name: 'Camille Test', email: 'camille@exemple.fr' }, WINTER),
      message: 'Modifier « Été »',
    });
    expect(ours.toString()).toBe(bytes.toString());
    expect(objectId('commit', ours)).toBe(id);
  });

  it.each([
    ['', ''],
    ['<>', 'a@b\n'],
    ['Zoé\n<x> \0', 'zoe> <@exemple.fr'],
  ])('makes of the name %j and the address %j something git accepts', (name, email) => {
    const repository = createTemporaryRepository();
    const check = ['hash-object', '-t', 'commit', '--stdin'];
    const id = repository.git(check, { input: commitBy(name, email) });
    repository.remove();
    expect(id).toBe(objectId('commit', commitBy(name, email)));
  });
});

describe('parseCommit', () => {
  it('reads what formatCommit wrote', () => {
    const author = signatureOf({ name: 'Zoé', email: 'zoe@exemple.fr' }, SUMMER);
    const commit = {
      tree: EMPTY_TREE_ID,
      parents: [ID, ID],
      author,
      committer: author,
      message: 'A\n\nB: c\n',
    };
    expect(parseCommit(ID, formatCommit(commit))).toEqual({ ...commit, id: ID });
    expect(author).toMatchObject({ zone: '+0200', seconds: SUMMER.getTime() / 1000 });
  });

  it.each(['ISO-8859-1', 'latin-1'])('passes over signatures and honours the encoding %s', (encoding) => {
    const head = [
      `tree ${EMPTY_TREE_ID}`,
      `parent ${ID}`,
      'author Zo\xe9 <zoe@exemple.fr> 1700000000 +0100',
      'committer Zo\xe9 <zoe@exemple.fr> 1700000000 +0100',
      `encoding ${encoding}`,
      'gpgsig -----BEGIN PGP SIGNATURE-----',
      ' ',
      ` tree ${ID}`,
      ' -----END PGP SIGNATURE-----',
    ];
    const commit = parseCommit(ID, Buffer.from(`${head.join('\n')}\n\n\xe9t\xe9\n`, 'latin1'));
    expect([commit.tree, commit.parents, commit.author.name, commit.message]).toEqual([
      EMPTY_TREE_ID,
      [ID],
      'Zoé',
      'été\n',
    ]);
  });

  it('reads the lines of old programs', () => {
    const bytes = Buffer.from(`tree ${EMPTY_TREE_ID}\nauthor quelqu'un\nencoding inconnu\n\n`);
    const { author, committer, message } = parseCommit(ID, bytes);
    expect([author.name, author.seconds, committer.email, message]).toEqual(["quelqu'un", 0, '', '']);
  });

  it('reads the moment behind the last bracket of an address, as git does', () => {
    const bytes = Buffer.from(`tree ${EMPTY_TREE_ID}\nauthor A <a <b> c> 1760000000 +0100\n\n`);
    const { author } = parseCommit(ID, bytes);
    expect([author.name, author.seconds, author.zone]).toEqual(['A', 1_760_000_000, '+0100']);
  });

  it('refuses what names no tree', () => {
    expect(() => parseCommit(ID, Buffer.from('author A <a@b> 1 +0000\n\n'))).toThrow('corrupt');
    expect(() => parseCommit(ID, Buffer.from(`tree ${EMPTY_TREE_ID}\nparent x\n\n`))).toThrow('corrupt');
  });

  it('reads a tree and parents whatever the encoding of the rest, and takes no later line for one of them', () => {
    const upper = ID.toUpperCase();
    const lines = [`tree ${EMPTY_TREE_ID}`, `parent ${upper}`, 'author A <a@b> 1 +0000', `parent ${ID}`];
    const { tree, parents } = parseCommit(ID, Buffer.from(`${lines.join('\n')}\nencoding utf-16le\n\n`));
    expect([tree, parents]).toEqual([EMPTY_TREE_ID, [upper.toLowerCase()]]);
  });

  it('refuses, as git does, a commit that begins with anything else', () => {
    const bytes = Buffer.from(`author A <a@b> 1 +0000\ntree ${EMPTY_TREE_ID}\n\n`);
    expect(() => parseCommit(ID, bytes)).toThrow('corrupt');
  });

  it('takes a moment that no date can have for none, and a line without an end in its stride', () => {
    const odd = `author A <a@b> ${'9'.repeat(400)} +0000\ncommitter ${'<'.repeat(200_000)}`;
    const { author } = parseCommit(ID, Buffer.from(`tree ${EMPTY_TREE_ID}\n${odd}\n\n`));
    expect(new Date(author.seconds * 1000).toISOString()).toBe('1970-01-01T00:00:00.000Z');
  });
});
