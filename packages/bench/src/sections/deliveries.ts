import { atLeast, atMost, exactly } from '../report/judge.js';
import { renderTable } from '../report/table.js';
import { type DeliveriesResult, measureDeliveries } from '../works/measure-deliveries.js';
import type { RunSection } from './section.js';

const subscribers = [1, 50] as const;

export const runDeliveries: RunSection = async (stage, { seconds }) => {
  const rows: string[][] = [];
  for (const count of subscribers) {
    const options = { subscribers: count, deliveries: 10_000, deliveriesPerSecond: 50, seconds };
    rows.push(describe(await measureDeliveries(stage, options)));
  }
  return renderTable(
    [
      'subscribers',
      'delivered/s',
      'target',
      'attempts of each',
      'target',
      'CPU worker',
      'CPU postgres',
      'p50',
      'target',
      'p99',
    ],
    rows,
  );
};

function describe(result: DeliveriesResult): string[] {
  const { deliveriesPerSecond, latencyMs, cpuMicros } = result;
  return [
    String(result.subscribers),
    deliveriesPerSecond.toFixed(0),
    atLeast(deliveriesPerSecond, 1_000),
    result.attemptsPerDelivery.toFixed(2),
    exactly(result.attemptsPerDelivery, 1),
    `${cpuMicros.worker.toFixed(0)} µs`,
    `${cpuMicros.postgres.toFixed(0)} µs`,
    `${latencyMs.p50.toFixed(1)} ms`,
    atMost(latencyMs.p50, 15, ' ms'),
    `${latencyMs.p99.toFixed(1)} ms`,
  ];
}
