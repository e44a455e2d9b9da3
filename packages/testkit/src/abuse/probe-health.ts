import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';

export interface HealthFigures {
  readonly probes: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

const pauseMs = 5;

/**
 * Calls `/healthz` repeatedly during the work, because a blocked event loop delays it first. A probe starts only after
 * the previous one, so the longest freeze is one probe; the p99 of a short attack is then close to its maximum.
 */
export async function probeHealth(url: string, work: () => Promise<void>): Promise<HealthFigures> {
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

function summarize(timesMs: number[]): HealthFigures {
  const sorted = timesMs.sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { probes: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}
