import type { Result } from './results.js';
import type { Selected } from './select-tests.js';
import { limitOf, type Pool } from './worker-pool.js';

export type Judgement = Pick<Result, 'verdict' | 'detail' | 'basis'>;

/**
 * A failure, a timeout or a crash counts only if the same tests pass without the mutant: a mutant before it may have
 * damaged the process, or the machine may be too slow. The selections are tried in turn: first the test that failed, which is
 * the shortest run, then all tests that ran, because a test may need those before it, in the same process and in a new one.
 */
export async function confirm(
  pool: Pool,
  selections: readonly Selected[],
  judgement: Judgement,
): Promise<Judgement> {
  const passes = async (selection: Selected) => {
    const worker = await pool.get();
    const outcome = await worker.run({ active: undefined, selection }, limitOf(selection));
    if (typeof outcome === 'object' && outcome.failure === undefined) return true;
    return false;
  };
  for (const selection of selections) if (await passes(selection)) return judgement;
  await pool.stop();
  const last = selections.at(-1);
  if (last && (await passes(last))) return judgement;
  await pool.stop();
  return {
    ...judgement,
    verdict: 'unclear',
    detail: `the tests fail without the mutant too: ${judgement.detail}`,
  };
}
