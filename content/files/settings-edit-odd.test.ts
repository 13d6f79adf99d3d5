import { describe, expect, it } from 'vitest';
import {
  isPlainMap,
  isSameValue,
  type ValueChange,
  type ValuePath,
  valueAt,
  withChange,
} from '#content/model/difference/value-changes.ts';
import { oddSettings } from '../testing/odd-settings.ts';
import { oddText } from '../testing/odd-texts.ts';
import { createRandom, type Random } from '../testing/random.ts';
import { editSettingsFile } from './settings-file.ts';
import { plainValues, readYamlMapping } from './yaml-document.ts';

function valuesOf(text: string): unknown {
  const reading = readYamlMapping(text);
  return reading.kind === 'mapping' ? plainValues(reading.map, reading.aliases)?.value : undefined;
}

function pathsOf(value: unknown, path: ValuePath = []): readonly ValuePath[] {
  if (Array.isArray(value))
    return [path, ...value.flatMap((item: unknown, at) => pathsOf(item, [...path, at]))];
  if (!isPlainMap(value)) return [path];
  return [path, ...Object.entries(value).flatMap(([key, item]) => pathsOf(item, [...path, key]))];
}

/** A leaf set to an odd text, or a list that grows or shrinks. */
function oddChange(random: Random, value: unknown): ValueChange {
  const paths = pathsOf(value).filter((path) => path.length > 0 && !isPlainMap(valueAt(value, path)));
  const path = random.pick(paths.length > 0 ? paths : [['t0']]);
  const present = valueAt(value, path);
  if (!Array.isArray(present))
    return { kind: 'set', path, value: oddText(random).replace(/\p{Surrogate}/gu, '') };
  const index = random.below(present.length + 1);
  const removed = random.below(present.length - index + 1);
  const added = random.oneIn(2) ? [{ k0: oddText(random).replace(/\p{Surrogate}/gu, ''), k1: 'x' }] : ['un'];
  return { kind: 'items', path, index, removed, added };
}

/** Comments, which stay unless they are those of an item that went away. */
function commentsOf(text: string): readonly string[] {
  return text.match(/# (?:dessus|sur \d)/g) ?? [];
}

describe('editSettingsFile, on random files', () => {
  it('says what is wanted afterwards, and keeps the comments', () => {
    for (let seed = 1; seed <= 250; seed += 1) {
      const random = createRandom(seed);
      const text = oddSettings(random);
      const before = valuesOf(text);
      const change = oddChange(random, before);
      const after = withChange(before, change);
      const edited = Buffer.from(editSettingsFile(Buffer.from(text, 'utf8'), before, after)).toString('utf8');
      expect(isSameValue(valuesOf(edited), after), `seed ${seed}`).toBe(true);
      if (change.kind === 'set') expect(commentsOf(edited), `seed ${seed}`).toEqual(commentsOf(text));
      if (text.includes('\r\n')) expect(/[^\r]\n/.test(edited), `seed ${seed}`).toBe(false);
    }
  });
});
