import type { Result } from './describe-results.js';
import type { Scenario } from './scenario.js';
import { openStage } from './stage.js';

const defaultTimeoutMs = 180_000;

/** Runs one scenario to its end or to its deadline, and stops everything that it started. */
export async function runScenario(scenario: Scenario): Promise<Result> {
  const stage = openStage();
  const result = await withDeadline(scenario.run(stage), scenario.timeoutMs ?? defaultTimeoutMs).then<
    Result,
    Result
  >(
    (measured) => ({ scenario, measured }),
    (error: unknown) => ({ scenario, problem: error instanceof Error ? error.message : String(error) }),
  );
  const folders = await stage.close({ keepFolders: 'problem' in result });
  for (const folder of folders) console.log(`logs of ${scenario.name}: ${folder}`);
  return result;
}

async function withDeadline<Value>(work: Promise<Value>, timeoutMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`did not end within ${timeoutMs / 1_000} s`)), timeoutMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
