import { findKept } from '#site/admin/kept-texts/find-kept.ts';
import { type KeptRecord, keptRecord } from '#site/admin/kept-texts/kept-record.ts';
import { baseOf } from '#site/admin/post-form/form-state.ts';
import { edited } from './marks.ts';
import type { Desk } from './side.ts';
import { type Act, ask, isDesk, look, somePost, type Turn, told } from './turn.ts';
import { save, saveText, without } from './writing.ts';

/**
 * Types in the form of an article, in the order and with the calls of the admin (site/admin/kept-texts): goes on with a text that was
 * found, then saves and forgets it, or leaves the form.
 */
export const type: Act = async (turn) => {
  const { side, world, random, mark } = turn;
  if (!isDesk(side)) return save(turn);
  const post = await somePost(turn);
  const form = post === null ? null : await openedForm(turn, side, post.id);
  if (post === null || form === null) return 'finds no article';
  const { base, values } = form;
  const content = edited(random, values.content, mark);
  const typed = keptRecord({ ...form, values: { ...values, content } }, new Date(world.now()));
  world.memory.write(mark, { post: post.id, by: side.name });
  world.memory.takeAway(without(values.content, content));
  const kept = await ask(turn, 'keeping what is typed', { work: () => side.host.keepText(typed) });
  const words = `types in ${post.slug}`;
  if (!('value' in kept)) return told(kept, words);
  world.written.push({ side: side.name, path: `the form of ${post.slug}`, id: post.id, mark });
  if (base.kind === 'new' || random.oneIn(3)) return `${words}, and leaves it`;
  const { slug } = base.values;
  const from = { before: base.values.content, after: content, revision: base.revision, slug };
  const saved = await saveText(turn, post, from);
  if ('value' in saved)
    await ask(turn, 'forgetting a text', { work: () => side.host.forgetText({ key: form.key }) });
  return told(saved, `${words}, and saves it`);
};

/** The form of an article as it opens: with the text that is offered, under a key of its own. Null when the program is ending. */
async function openedForm(turn: Turn, side: Desk, subject: string): Promise<KeptRecord | null> {
  const { host, client } = side;
  const found = await look(turn, async () => {
    const post = await client.getEditablePost({ id: subject });
    const records = (await host.listKeptTexts({ subject })) as unknown as readonly KeptRecord[]; // this program kept them
    const base = baseOf(post);
    return { base, ...(await findKept({ client, records, openKeys: new Set(), subject, base })) };
  });
  if (found === null) return null;
  const { base, offered, spent } = found;
  const [text] = offered;
  if (offered.length > 1)
    turn.world.faults.push({ promise: 'kept', text: `${offered.length} texts of ${subject} are offered` });
  const key = `form-${turn.number}`;
  const form = text === undefined ? { key, subject, base, values: base.values } : { ...text, key };
  const record = keptRecord(form, new Date(turn.world.now()));
  if (text !== undefined) await ask(turn, 'resuming a text', { work: () => host.keepText(record) });
  for (const { key: old } of [...spent, ...offered.slice(0, 1)])
    await ask(turn, 'forgetting a text', { work: () => host.forgetText({ key: old }) });
  return record;
}
