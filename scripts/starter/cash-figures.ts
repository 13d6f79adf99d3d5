/** Week-end balances of the article on cash, in thousands of euros: as expected, and with one big client six weeks late. */
export const EXPECTED = [
  46.2, 32.3, 31.75, 31.85, 32.85, 31.95, 29.2, 40, 21.15, 36.6, 30.25, 21.85, 36.35,
] as const;
export const CAUTIOUS = [
  46.2, 32.3, 31.75, 17.45, 18.45, 17.55, 14.8, 13.6, -5.25, 24.6, 18.25, 9.85, 24.35,
] as const;
/** Under this balance, the article says, one stops discussing. */
export const ALERT = 15;
