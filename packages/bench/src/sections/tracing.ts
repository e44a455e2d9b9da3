import { atMost } from '../report/judge.js';
import { renderTable } from '../report/table.js';
import { measureTracedDeliveries, measureTracedRequests, tracingModes } from '../works/measure-tracing.js';
import { works } from '../works/works.js';
import type { RunSection } from './section.js';

const largestRatio = 1.1;
/** The first ones are not measured, as with requests: a new process compiles its code meanwhile. */
const deliveries = { deliveries: 12_000, warmUp: 4_000 };

export const runTracing: RunSection = async (stage, options) => {
  const seed = await stage.addTenant({ chats: 1_000, automations: 1_000 });
  const requests = await measureTracedRequests(stage, works, { seed, options });
  const delivery = await measureTracedDeliveries(stage, { rounds: options.rounds, ...deliveries });
  const rows = [...requests].map(([name, cpu]) => [
    name,
    ...tracingModes.map((mode) => micros(cpu[mode])),
    ...judge(cpu),
  ]);
  rows.push(['a delivery', micros(delivery.off), '', '', micros(delivery.recorded), ...judge(delivery)]);
  return renderTable(['CPU time of', ...tracingModes, 'recorded/off', 'target'], rows);
};

function judge({ off, recorded }: { readonly off: number; readonly recorded: number }): string[] {
  return [(recorded / off).toFixed(2), atMost(recorded / off, largestRatio, ' ×')];
}

function micros(value: number): string {
  return `${value.toFixed(0)} µs`;
}
