import { atLeast, exactly } from '../report/judge.js';
import { renderTable } from '../report/table.js';
import { measureIngress } from '../works/measure-ingress.js';
import type { RunSection } from './section.js';

export const runIngress: RunSection = async (stage, options) => {
  const result = await measureIngress(stage, options);
  return renderTable(
    ['inbound messages', 'measured', 'target'],
    [
      ['messages/s', result.messagesPerSecond.toFixed(0), atLeast(result.messagesPerSecond, 500)],
      ['p50, p99', `${result.p50Ms.toFixed(1)} ms, ${result.p99Ms.toFixed(1)} ms`],
      ['events of each', result.eventsPerMessage.toFixed(2), exactly(result.eventsPerMessage, 1)],
      ['deliveries of each', result.deliveriesPerMessage.toFixed(2), exactly(result.deliveriesPerMessage, 1)],
      [
        'CPU api, postgres',
        `${result.cpuMicros.api.toFixed(0)} µs, ${result.cpuMicros.postgres.toFixed(0)} µs`,
      ],
    ],
  );
};
