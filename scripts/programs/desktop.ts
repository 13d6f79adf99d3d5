import { eventually } from '#content/testing/eventually.ts';
import type { BlindApp } from '#desktop/testing/blind-app.ts';

interface Copied {
  /** Its own, empty. */
  readonly folder: string;
  /** The server's repository, with what opens it. */
  readonly remote: string;
  /** The origin by which the app reaches that server. */
  readonly through: string;
  /** Whose name its commits carry. */
  readonly author: { readonly name: string; readonly email: string };
}

/** Has an app that starts for the first time copy a site into a folder, and quit. */
export async function copySite(app: BlindApp, { folder, remote, through, author }: Copied): Promise<void> {
  const { host, tell } = app;
  try {
    await app.ready;
    await tell('choose-next', folder);
    const chosen = await host.chooseFolder({});
    if (chosen === null) throw new Error('no folder was chosen');
    const { username, password } = new URL(remote);
    const source = {
      kind: 'site',
      address: through,
      username,
      password: decodeURIComponent(password),
    } as const;
    await host.startClone({ folderId: chosen.id, source, author });
    const state = await eventually(
      () => host.getClone({}),
      ({ kind }) => kind !== 'running',
    );
    if (state.kind !== 'done')
      throw new Error(`the copy ended as ${JSON.stringify(state)}: ${app.complaints()}`);
    await app.quit();
  } finally {
    await app.kill();
  }
}
