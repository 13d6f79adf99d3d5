import type { ContentContext } from '../content-context.ts';
import type { ImportFolder } from './import-folder.ts';
import type { ImportsOptions, ImportWork } from './import-job.ts';
import { decidedTexts, inCommits, openWriting, picturePlaces } from './import-texts.ts';
import type { Taken } from './pictures.ts';
import { readProvenance } from './provenance.ts';
import { waitingTexts } from './publish-import.ts';
import { pictureAt } from './source-index.ts';
import { type NewFile, shownInstead } from './write-texts.ts';

const TO_PUBLISH = 'Les textes qui ont retrouvé leurs images attendent\u00a0: publiez-les pour vos lecteurs.';

/** An article that is to show pictures that it lacked. */
interface MendedText extends NewFile {
  /** Addresses of pictures, as the source writes them. */
  readonly pictures: ReadonlySet<string>;
}

/**
 * Tries the pictures of an import again that could not be taken, and no others. The articles that nobody changed since then show ours;
 * of one that is published the new text waits, as every change does. What could not be taken again stays in the report.
 */
export async function retryPictures(
  context: ContentContext & Pick<ImportsOptions, 'fetch'>,
  folder: ImportFolder,
  work: ImportWork,
): Promise<void> {
  const { index, at } = work;
  const { failures, version, isAsWritten, noted, pictures, versionOf, commit } = await openWriting(
    context,
    folder,
    work,
  );

  async function write(mended: readonly MendedText[]): Promise<void> {
    const { there, came } = await commit(mended);
    for (const { version: written, pictures: shown } of mended)
      if (there.has(written.post.id)) failures.shown(shown, written.post.id);
    await folder.state.change((now) => ({
      ...now,
      ...(mended.length > 0 && now.state === 'published' ? { state: 'done', reason: TO_PUBLISH } : {}),
      report: { ...now.report, pictures: now.report.pictures + came, failedPictures: failures.list() },
    }));
  }

  async function* mended(): AsyncGenerator<MendedText | null, void> {
    for await (const decided of decidedTexts(folder, work)) {
      const { item, one } = decided;
      const tried = failures.of(one.id);
      const before = tried.size === 0 ? null : await version(one.id);
      const from = before === null ? null : readProvenance(before.post.importedFrom);
      if (before === null || from?.source !== one.text.digest || !isAsWritten(before)) continue;
      const shown = new Map(shownInstead(item, before));
      const found = new Map<string, Taken>();
      for (const address of picturePlaces(one)) {
        const ours = shown.get(address) ?? noted.get(pictureAt(index, address) ?? '');
        if (!tried.has(address))
          found.set(address, ours === undefined ? { kind: 'left' } : { kind: 'taken', address: ours });
        else {
          const picture = await pictures.take(address);
          found.set(address, picture);
          if (picture.kind === 'failed') failures.note(address, picture.reason, one);
        }
      }
      const taken = new Set([...tried].filter((address) => found.get(address)?.kind === 'taken'));
      const { path, post } = before;
      yield taken.size === 0
        ? null
        : {
            pictures: taken,
            replaces: { path, id: post.revision },
            version: versionOf(decided, found, before),
          };
    }
  }

  await inCommits(mended(), at, write);
  const { waiting } = await waitingTexts(context, work.decided);
  await folder.state.change((now) => ({ ...now, report: { ...now.report, toPublish: waiting.length } }));
}
