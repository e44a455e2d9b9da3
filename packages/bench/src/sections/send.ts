import { atLeast } from '../report/judge.js';
import { renderTable } from '../report/table.js';
import { measureSend, type Sent } from '../works/measure-send.js';
import type { RunSection } from './section.js';

export const runSend: RunSection = async (stage, options) => {
  const { single, campaign } = await measureSend(stage, options);
  return renderTable(
    ['messages to the provider', 'messages', 'messages/s', 'target', 'CPU api', 'CPU worker', 'CPU postgres'],
    [describe('POST messages/send', single), describe('a campaign', campaign)],
  );
};

function describe(what: string, { count, messagesPerSecond, cpuMicros }: Sent): string[] {
  const micros = (value: number) => `${value.toFixed(0)} µs`;
  return [
    what,
    String(count),
    messagesPerSecond.toFixed(0),
    atLeast(messagesPerSecond, 500),
    micros(cpuMicros.api),
    micros(cpuMicros.worker),
    micros(cpuMicros.postgres),
  ];
}
