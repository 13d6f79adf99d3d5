import { describe, expect, it } from 'vitest';
import { formatCommit } from '../commit-object.ts';
import { formatTree, type TreeEntry } from '../tree.ts';
import { type GitObject, objectId } from './object-id.ts';
import { createReceivedCheck } from './object-links.ts';

const A = 'a'.repeat(40);
const B = 'b'.repeat(40);
const WHO = { name: 'Zoé', email: 'zoe@exemple.fr', seconds: 0, zone: '+0000' };

function named(type: GitObject['type'], bytes: Buffer) {
  return { id: objectId(type, bytes), type, bytes };
}

function treeOf(...entries: readonly TreeEntry[]) {
  return named('tree', formatTree(entries));
}

describe('createReceivedCheck', () => {
  it('tells what the objects need and is not among them, each once', () => {
    const check = createReceivedCheck();
    const text = named('blob', Buffer.from('texte'));
    const tree = treeOf(
      { mode: '100644', name: 'a', id: text.id },
      { mode: '40000', name: 'b', id: A },
      { mode: '100644', name: 'c', id: B },
      { mode: '100755', name: 'd', id: B },
      { mode: '160000', name: 'e', id: 'e'.repeat(40) },
    );
    const commit = { tree: tree.id, parents: ['c'.repeat(40)], author: WHO, committer: WHO, message: 'un' };
    for (const object of [named('commit', formatCommit(commit)), tree, text]) check.add(object);
    expect(check.lacking()).toEqual([
      { id: 'c'.repeat(40), type: 'commit' },
      { id: A, type: 'tree' },
      { id: B, type: 'blob' },
    ]);
  });

  it('refuses one name twice', () => {
    const one = treeOf({ mode: '100644', name: 'a', id: A }).bytes;
    expect(() => createReceivedCheck().add(named('tree', Buffer.concat([one, one])))).toThrow('corrupt');
  });

  it('refuses an object that has to be two things', () => {
    const tree = treeOf({ mode: '100644', name: 'a', id: A }, { mode: '40000', name: 'b', id: A });
    expect(() => createReceivedCheck().add(tree)).toThrow('corrupt');
  });

  it('refuses an object that is not what another one needs', () => {
    const text = named('blob', Buffer.from('texte'));
    const check = createReceivedCheck();
    for (const object of [treeOf({ mode: '40000', name: 'a', id: text.id }), text]) check.add(object);
    expect(() => check.lacking()).toThrow('corrupt');
  });
});
