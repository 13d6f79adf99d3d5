import { frenchSpaces } from '#content/model/french-spaces.ts';

/** The same plain data, each text with its French spaces: authors type ordinary ones. */
export function inFrench<Data>(data: Data): Data {
  return mapTexts(data) as Data; // a factory: objects, lists and texts come back as what they were
}

function mapTexts(value: unknown): unknown {
  if (typeof value === 'string') return frenchSpaces(value);
  if (Array.isArray(value)) return value.map(mapTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner)]));
}
