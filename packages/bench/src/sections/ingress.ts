import { atLeast } from '../report/judge.js';
import { renderTable } from '../report/table.js';
import { measureIngress } from '../works/measure-ingress.js';
import type { RunSection } from './section.js';

export const runIngress: RunSection = async (stage, options) => {
  const result = await measureIngress(stage, options);
  return renderTable(
    ['inbound messages', ''],
    [
      ['messages/s', `${result.messagesPerSecond.toFixed(0)} (${atLeast(result.messagesPerSecond, 500)})`],
      ['p50, p99', `${result.p50Ms} ms, ${result.p99Ms} ms`],
      [
        'events and deliveries of each',
        `${result.eventsPerMessage.toFixed(2)}, ${result.deliveriesPerMessage.toFixed(2)}`,
      ],
      [
        'CPU api, postgres',
        `${result.cpuMicros.api.toFixed(0)} µs, ${result.cpuMicros.postgres.toFixed(0)} µs`,
      ],
    ],
  );
};
