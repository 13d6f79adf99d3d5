import type { Random } from './random.ts';

/** A settings file written in one of the many ways in which YAML can be, comments between its lines. */
export function oddSettings(random: Random): string {
  const entries = Array.from({ length: 1 + random.below(4) }, (_, at) => {
    const above = `${random.oneIn(3) ? '# dessus\n' : ''}${random.oneIn(4) ? '\n' : ''}`;
    return `${above}t${at}:${oddValue(random, '', 0)}`;
  });
  const text = entries.join('');
  return random.oneIn(4) ? text.replaceAll('\n', '\r\n') : text;
}

/** What follows a `:`, with its line end. */
function oddValue(random: Random, indent: string, depth: number): string {
  const leaves = [
    () => ' un mot # note\n',
    () => ' "a \\"b\\" c"\n',
    () => " 'l''été'  # note\n",
    () => ` |\n${indent}  un\n\n${indent}  deux\n`,
    () => ` >- # plié\n${indent}  un\n${indent}  deux\n\n`,
    () => '\n',
    () => ' 42\n',
  ];
  const collections = [
    () => oddMap(random, indent, depth),
    () => oddList(random, indent, depth),
    () => ' { a: 1, b: [x, "y, z"], c: { d: e } } # note\n',
  ];
  return random.pick(depth > 2 ? leaves : [...leaves, ...collections])();
}

function oddMap(random: Random, indent: string, depth: number): string {
  const pairs = Array.from({ length: 1 + random.below(3) }, (_, at) => {
    const above = random.oneIn(3) ? `${indent}  # sur ${at}\n` : '';
    return `${above}${indent}  k${at}:${oddValue(random, `${indent}  `, depth + 1)}`;
  });
  return `\n${pairs.join('')}`;
}

function oddList(random: Random, indent: string, depth: number): string {
  const items = Array.from({ length: 1 + random.below(3) }, (_, at) =>
    random.oneIn(2)
      ? `${indent}  - item ${at} # note\n`
      : `${indent}  - k0: v${at}\n${indent}    # sur k1\n${indent}    k1:${oddValue(random, `${indent}    `, depth + 1)}`,
  );
  return `\n${items.join('')}`;
}
