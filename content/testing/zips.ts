import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A file of an archive: its bytes, and its kind where it is no ordinary one. */
type ZippedFile = string | Buffer | { readonly link: string };

/** The bytes of a zip with these files, by name. */
export async function zipOf(files: Readonly<Record<string, ZippedFile>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, file] of Object.entries(files)) {
    if (typeof file === 'object' && 'link' in file)
      zip.addBuffer(Buffer.from(file.link), name, { mode: 0o120777 });
    else zip.addBuffer(Buffer.from(file), name);
  }
  zip.end();
  return buffer(zip.outputStream);
}
