/**
 * Runs pieces of work one after the other, in the order they came. Each caller gets what its own work gives or throws;
 * the next one goes on either way.
 */
export function createOneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return <Value>(work: () => Promise<Value>): Promise<Value> => {
    const run = last.then(work);
    last = run.catch(() => undefined); // Its caller is told.
    return run;
  };
}
