/** What `work` gives; null when this many milliseconds have passed before, and the work goes on. */
export async function atMost<Value>(milliseconds: number, work: Promise<Value>): Promise<Value | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
