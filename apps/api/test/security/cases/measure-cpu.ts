/**
 * Returns the CPU time of this process, in which the API runs, while it does the work. On a busy machine the elapsed time
 * says little about an algorithm.
 */
export async function measureCpu<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly cpuMs: number }> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, cpuMs: (user + system) / 1_000 };
}
