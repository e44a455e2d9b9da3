import { setTimeout } from 'node:timers/promises';
import { CommandError } from '../command-error.js';
import type { Story } from './story.js';

/** Waits until a worker has ended the run of an automation, and returns the run with its steps. */
export async function waitForRun({ parley, timeoutMs }: Story, automationId: string) {
  const endsAt = Date.now() + timeoutMs;
  while (Date.now() < endsAt) {
    const params = { path: { automationId } };
    const [run] = await parley.POST('/automations/{automationId}/runs/search', { params });
    if (run?.status === 'completed' || run?.status === 'failed') {
      const path = { automationId, runId: run.id };
      return parley.GET('/automations/{automationId}/runs/{runId}', { params: { path } });
    }
    await setTimeout(250);
  }
  throw new CommandError(`The run did not end within ${timeoutMs / 1_000} s. Is a worker running?`);
}
