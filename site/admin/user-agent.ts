/** What a browser calls itself, in its own words; the first that fits is it (Edge and Opera name Chrome as well). */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^git\//, 'git'],
  [/^curl\//, 'curl'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** The browser and the system that a user agent names: « Firefox, Windows ». */
export function agentInWords(agent: string): string {
  const browser = firstOf(BROWSERS, agent) ?? 'Programme';
  const system = firstOf(SYSTEMS, agent);
  return system === undefined ? browser : `${browser}, ${system}`;
}

function firstOf(names: readonly (readonly [RegExp, string])[], agent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(agent))?.[1];
}
