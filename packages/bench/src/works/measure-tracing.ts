import { randomBytes } from 'node:crypto';
import { median } from '../measure/median.js';
import type { Seed } from '../stage/seed.js';
import { startPreparedServer } from '../stage/start-prepared-server.js';
import { startReceiver } from '../stage/start-receiver.js';
import type { Server } from '../stage/start-server.js';
import type { Stage } from '../stage/start-stage.js';
import { alternateModes } from './alternate-modes.js';
import type { CompareOptions } from './compare.js';
import { measureDeliveries } from './measure-deliveries.js';
import type { Work } from './works.js';

/** The modes of a process that are compared. The other modes are compared with the first one. */
export const tracingModes = ['off', 'passed on', 'not sampled', 'recorded'] as const;
export type TracingMode = (typeof tracingModes)[number];

/** CPU time in microseconds. */
export type CpuByMode = Readonly<Record<TracingMode, number>>;

export async function measureTracedRequests(
  stage: Stage,
  works: readonly Work[],
  { seed, options }: { seed: Seed & { token: string }; options: CompareOptions },
): Promise<Map<string, CpuByMode>> {
  const collector = await startReceiver();
  const servers = new Map<TracingMode, Server>();
  try {
    for (const mode of tracingModes)
      servers.set(
        mode,
        await startPreparedServer('parley', stage.databaseUrl, { env: envOf(mode, collector.url) }),
      );
    const figures = new Map<string, CpuByMode>();
    for (const work of works) {
      console.error(`  ${work.name}`);
      figures.set(work.name, await alternateModes(servers, work, { seed, options, headersOf }));
    }
    return figures;
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()));
    await collector.stop();
  }
}

/** Measures the worker in the two modes that differ for it; nobody sends it headers. */
export async function measureTracedDeliveries(
  stage: Stage,
  { rounds, deliveries, warmUp }: { rounds: number; deliveries: number; warmUp: number },
): Promise<{ readonly off: number; readonly recorded: number }> {
  const collector = await startReceiver();
  const figures = { off: [] as number[], recorded: [] as number[] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const mode of ['off', 'recorded'] as const) {
        const load = { subscribers: 1, deliveries, warmUp, deliveriesPerSecond: 50, seconds: 1 };
        const env = envOf(mode, collector.url);
        figures[mode].push((await measureDeliveries(stage, { ...load, env })).cpuMicros.worker);
      }
    }
  } finally {
    await collector.stop();
  }
  return { off: median(figures.off), recorded: median(figures.recorded) };
}

function envOf(mode: TracingMode, collectorUrl: string): Record<string, string> {
  if (mode === 'off' || mode === 'passed on') return {};
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
    OTEL_TRACES_SAMPLER: mode === 'recorded' ? 'always_on' : 'always_off',
  };
}

function headersOf(mode: TracingMode): () => Record<string, string> {
  if (mode !== 'passed on') return () => ({});
  return () => ({
    traceparent: `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`,
  });
}
