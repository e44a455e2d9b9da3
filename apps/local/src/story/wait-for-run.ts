import { setTimeout } from 'node:timers/promises';
import { CommandError } from '../command-error.js';
import type { Story } from './story.js';

/**
 * Waits until a worker has ended the run of an automation, and returns the run with its steps. `untilError` also returns a run
 * whose step has failed and is retried, which would take minutes.
 */
export async function waitForRun(
  { parley, timeoutMs }: Story,
  automationId: string,
  { untilError = false }: { untilError?: boolean } = {},
) {
  const endsAt = performance.now() + timeoutMs;
  while (performance.now() < endsAt) {
    const params = { path: { automationId } };
    const [found] = await parley.POST('/automations/{automationId}/runs/search', { params });
    const hasEnded = found?.status === 'completed' || found?.status === 'failed';
    if (found && (hasEnded || untilError)) {
      const path = { automationId, runId: found.id };
      const run = await parley.GET('/automations/{automationId}/runs/{runId}', { params: { path } });
      if (hasEnded || run.steps.some(({ error }) => error !== null)) return run;
    }
    await setTimeout(250);
  }
  throw new CommandError(`The run did not end within ${timeoutMs / 1_000} s. Is a worker running?`);
}
