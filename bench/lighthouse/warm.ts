/** How long pictures may take to be made, in milliseconds. */
const WITHIN_MS = 120_000;
const ASK_AGAIN_MS = 100;

/** Asks for pages and for all their pictures until each is in its last form, as the readers before the one measured did. */
export async function warm(origin: string, paths: readonly string[]): Promise<void> {
  const deadline = Date.now() + WITHIN_MS;
  for (const path of paths) {
    const html = await (await fetch(origin + path)).text();
    const pictures = new Set(html.match(/\/images\/[0-9a-f]{40}\/[^" ]+?\.(?:avif|webp)/g) ?? []);
    for (const picture of pictures) await madePicture(origin + picture, deadline);
  }
}

async function madePicture(address: string, deadline: number): Promise<void> {
  const wanted = address.endsWith('.avif') ? 'image/avif' : 'image/webp';
  for (;;) {
    const answer = await fetch(address);
    await answer.arrayBuffer();
    if (answer.headers.get('content-type') === wanted) return;
    if (Date.now() > deadline) throw new Error(`${address} was not made`);
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}
