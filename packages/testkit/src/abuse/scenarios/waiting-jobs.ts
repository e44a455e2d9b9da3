import { type Load, loadsOf, measureIsolation, type Percentiles, startStage } from '@parley/bench/isolation';
import type { Scenario } from '../scenario.js';

// As many as `npm run bench -- isolation` takes: of 100, the p99 is the slowest one, so that a single pause of the machine decides.
const samples = 200;
const mostP50 = 2;
const mostP99 = 4;

/** A tenant sends single messages while another one has a backlog; the loads are those of `npm run bench -- isolation`. */
export const scenarios: readonly Scenario[] = loadsOf(1).map((load) => ({
  name: `waiting ${load.name}`.replaceAll(' ', '-'),
  bound: {
    figure: `p99 of another tenant, compared with idle, with ${load.count.toLocaleString('en')} waiting`,
    unit: '×',
    atMost: mostP99,
  },
  timeoutMs: 240_000,
  run: (stage) => measure(load, stage.onEnd),
}));

async function measure(load: Load, onEnd: (stop: () => Promise<void>) => void): Promise<number> {
  const stage = await startStage();
  onEnd(() => stage.stop());
  const { idle, loaded, waitingAtEnd } = await measureIsolation(stage, { load, samples });
  const message = compare(idle.message, loaded.message);
  const delivery = compare(idle.delivery, loaded.delivery);
  console.log(`  message ${show(message)}, delivery ${show(delivery)}; ${waitingAtEnd} waiting at the end`);
  if (waitingAtEnd === 0) throw new Error('Nothing was waiting any more at the end');
  const p50 = Math.max(message.p50, delivery.p50);
  if (p50 > mostP50) throw new Error(`p50 is ${p50.toFixed(2)} × idle, more than ${mostP50} ×`);
  return Math.max(message.p99, delivery.p99);
}

function compare(idle: Percentiles, loaded: Percentiles): Percentiles {
  return { p50: loaded.p50 / idle.p50, p99: loaded.p99 / idle.p99 };
}

function show({ p50, p99 }: Percentiles): string {
  return `p50 ${p50.toFixed(2)} × p99 ${p99.toFixed(2)} ×`;
}
