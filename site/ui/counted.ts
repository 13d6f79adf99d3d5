/** A number with what is counted, as French says it: none and one are singular. */
export function counted(count: number, one: string, many: string): string {
  if (count === 0) return `Aucun ${one}`;
  // A narrow no-break space between thousands, an ordinary no-break one before what is counted.
  const number = String(count).replace(/\B(?=(?:\d{3})+$)/g, '\u202F');
  return `${number}\u00A0${count === 1 ? one : many}`;
}
