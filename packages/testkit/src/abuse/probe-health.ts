import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { type Latency, summarize } from './latency.js';

const pauseMs = 5;

/**
 * Calls `/healthz` repeatedly during the work, because a blocked event loop delays it first. A probe starts only after
 * the previous one, so the longest freeze is one probe; the p99 of a short attack is then close to its maximum.
 */
export async function probeHealth(url: string, work: () => Promise<void>): Promise<Latency> {
  const dispatcher = new Agent({ connections: 1 });
  const timesMs: number[] = [];
  let isOver = false;
  const probing = probe();
  // The promise is awaited below, even if the work fails first.
  probing.catch(() => undefined);
  try {
    await work();
  } finally {
    isOver = true;
    await probing;
    await dispatcher.close();
  }
  return summarize(timesMs);

  async function probe(): Promise<void> {
    while (!isOver) {
      const startedAt = performance.now();
      const { statusCode, body } = await request(`${url}/healthz`, { dispatcher });
      await body.dump();
      if (statusCode !== 200) throw new Error(`/healthz responded ${statusCode}`);
      timesMs.push(performance.now() - startedAt);
      await delay(pauseMs);
    }
  }
}
