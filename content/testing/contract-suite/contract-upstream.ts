import { type ContentHistory, createContentHistory } from '../content-history.ts';
import { startLoopbackRemote } from '../loopback-remote.ts';
import type { ContractUpstream } from './contract-door.ts';
import { contractFiles } from './contract-files.ts';

/** A real repository behind git's own HTTP, with the suite's content; a site follows it. Stop it always. */
export async function startContractUpstream(): Promise<ContractUpstream> {
  const history: ContentHistory = createContentHistory();
  const remote = await startLoopbackRemote();
  const push = () => history.git(['push', '--quiet', remote.gitDir, 'main']);
  history.commit(await contractFiles());
  push();
  return {
    url: remote.url,
    gitDir: remote.gitDir,
    keepFailing: remote.keepFailing,
    publish(files) {
      history.git(['fetch', '--quiet', remote.gitDir, 'main']);
      history.commit(files, [history.git(['rev-parse', 'FETCH_HEAD'])]);
      push();
    },
    async stop() {
      await remote.stop();
      history.remove();
    },
  };
}
