/** Writes a line of an operator's command. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Ends this program with the code a command answers; what it did not expect is shown whole. */
export function exitWith(answered: Promise<number>): void {
  answered.then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    },
  );
}
