import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { type Latency, summarize } from './latency.js';

const pauseMs = 5;

/**
 * Calls `/healthz` repeatedly during the work, because a blocked event loop delays it first. A probe starts only after
 * the previous one has ended, so one freeze delays one probe. In a short attack there are few probes, and the p99 is
 * close to the maximum.
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
