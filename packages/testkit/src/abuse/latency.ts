import type { Reply } from './caller.js';

/** Response times in milliseconds. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export function summarize(timesMs: readonly number[]): Latency {
  const sorted = [...timesMs].sort((one, other) => one - other);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

/** Measures the response times of a tenant that sends one request after another. Every response must be a 200. */
export async function measureLatency(count: number, call: () => Promise<Reply>): Promise<Latency> {
  const timesMs: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const startedAt = performance.now();
    const { status, text } = await call();
    if (status !== 200) throw new Error(`The other tenant got ${status}: ${text.slice(0, 200)}`);
    timesMs.push(performance.now() - startedAt);
  }
  return summarize(timesMs);
}
