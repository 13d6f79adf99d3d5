const number = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 });

/** A size in bytes, in words: « 850 Ko », « 1,2 Mo ». */
export function sizeInWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} octets`;
  if (bytes < 1_000_000) return `${number.format(Math.round(bytes / 1000))} Ko`;
  return `${number.format(bytes / 1_000_000)} Mo`;
}
