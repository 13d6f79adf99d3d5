import { createTemporaryFolder } from '#content/testing/temporary-repository.ts';

/** Vitest's global setup: every temporary folder of a run is made in one, which is removed in its end. */
export default function createRunFolder(): () => void {
  const folder = createTemporaryFolder();
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder.path;
  return () => folder.remove();
}
