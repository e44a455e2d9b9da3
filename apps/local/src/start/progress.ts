/** Prints a line after each step, with its result and duration. */
export async function step<Result>(
  name: string,
  work: () => Promise<Result>,
  describe: (result: Result) => string,
): Promise<Result> {
  const begin = performance.now();
  const result = await work();
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  console.log(`  ${name.padEnd(12)} ${describe(result)} (${seconds} s)`);
  return result;
}

export type Step = typeof step;

/** Like `step`, without printing. */
export const runQuietly: Step = (_name, work) => work();
