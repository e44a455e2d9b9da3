import type { Result } from './results.js';
import type { Selected } from './select-tests.js';
import { limitOf, type Pool } from './worker-pool.js';

type Judgement = Pick<Result, 'verdict' | 'detail'>;

/**
 * A failure, a timeout or a crash counts only if the same tests pass without the mutant: a mutant before it may have
 * damaged the process, or the machine may be too slow.
 */
export async function confirm(pool: Pool, selection: Selected, judgement: Judgement): Promise<Judgement> {
  const passes = async () => {
    const worker = await pool.get();
    const outcome = await worker.run({ active: undefined, selection }, limitOf(selection));
    if (typeof outcome === 'object' && outcome.failure === undefined) return true;
    await pool.stop();
    return false;
  };
  if ((await passes()) || (await passes())) return judgement;
  return { verdict: 'unclear', detail: `the tests fail without the mutant too: ${judgement.detail}` };
}
