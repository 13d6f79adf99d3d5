import { createHeadingIds } from '../../model/markdown/heading-ids.ts';
import type { Place } from './site.ts';
import { PICTURE_FILE } from './template-marks.ts';

/** How large a picture is shown, after its words or alone. */
const SIZE = /(?:^|\|)\d+(?:x\d+)?$/;

const LINK = /(`+)[^`]*\1|(!?)\[\[([^[\]|\n]{1,300})(?:\\?\|([^[\]\n]{1,300}))?\]\](?!\()/g;

/** A link that leads to no file of the export. */
interface Unknown {
  readonly whole: string;
  readonly target: string;
  /** What a reader of it sees. */
  readonly shown: string;
}

/**
 * `[[Note]]`, `[[Note|words]]` and `![[picture.png]]`, as Obsidian, gardens and wikis write them, as Markdown; `ofUnknown` says what stands
 * for those that lead nowhere.
 */
export function linkedNames(prose: string, place: Place, ofUnknown: (unknown: Unknown) => string): string {
  if (!prose.includes('[[')) return prose;
  return prose.replace(
    LINK,
    (whole, code: string | undefined, mark: string, target: string, words?: string) => {
      if (code !== undefined) return whole;
      const [name = '', ...parts] = target.replace(/\\$/, '').split('#');
      const part = parts.findLast((one) => !one.startsWith('^'))?.trim() ?? '';
      const file = place.addressOfFile(name.trim());
      if (mark === '!' && file !== null && PICTURE_FILE.test(file))
        return `![${(words ?? '').replace(SIZE, '')}](<${file}>)`;
      const address = name.trim() === '' ? '' : (place.addressOfText(name.trim()) ?? file);
      const shown = words ?? [name.trim(), part].filter((one) => one !== '').join(' › ');
      if (address === null) return ofUnknown({ whole, target, shown });
      return `[${shown}](<${address}${part === '' ? '' : `#${createHeadingIds()(part)}`}>)`;
    },
  );
}
