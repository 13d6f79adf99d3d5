interface Rounds {
  readonly few: number;
  readonly all: number;
}

/** How often a test tries something random or lasting: a few times in `npm test`, all of them in `npm run test:long`. */
export function rounds({ few, all }: Rounds): number {
  return process.env['ENCRIER_TESTS'] === 'long' ? all : few;
}
