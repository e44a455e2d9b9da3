import { atMost } from '../report/judge.js';
import { renderTable } from '../report/table.js';
import { loadsOf } from '../works/isolation/loads.js';
import { measureEqualTenants } from '../works/isolation/measure-equal-tenants.js';
import { type IsolationResult, measureIsolation } from '../works/isolation/measure-isolation.js';
import type { Percentiles } from '../works/isolation/probe.js';
import type { RunSection } from './section.js';

const sizes = {
  whole: { scale: 1, samples: 200, deliveriesPerTenant: 200 },
  quick: { scale: 0.1, samples: 60, deliveriesPerTenant: 100 },
};

export const runIsolation: RunSection = async (stage, { quick }) => {
  const { scale, samples, deliveriesPerTenant } = quick ? sizes.quick : sizes.whole;
  const rows: string[][] = [];
  for (const load of loadsOf(scale)) {
    console.error(`  … ${load.name}`);
    const described = describe(await measureIsolation(stage, { load, samples }));
    for (const row of described) console.error(`    ${row.join(' | ')}`);
    rows.push(...described);
  }
  const isolation = renderTable(
    [
      'waiting jobs of another tenant',
      'measured',
      'idle p50, p99',
      'loaded p50, p99',
      'ratio p50',
      'ratio p99',
    ],
    rows,
  );
  console.error('  … equal tenants');
  const equal = await measureEqualTenants(stage, { tenants: 50, deliveries: deliveriesPerTenant });
  const spread = equal.most / equal.fewest;
  return `${isolation}\n\n${equal.tenants} tenants with equal loads: ${equal.fewest} to ${equal.most} deliveries each half-way, ${spread.toFixed(2)} × (${atMost(spread, 1.1, ' ×')}).`;
};

function describe({ load, idle, loaded, waitingAtEnd }: IsolationResult): string[][] {
  const remaining = `${load} (${waitingAtEnd.toLocaleString('en')} at the end)`;
  return [
    [remaining, 'message sent', ...compare(idle.message, loaded.message)],
    ['', 'its delivery', ...compare(idle.delivery, loaded.delivery)],
  ];
}

function compare(idle: Percentiles, loaded: Percentiles): string[] {
  const [p50, p99] = [loaded.p50 / idle.p50, loaded.p99 / idle.p99];
  return [
    show(idle),
    show(loaded),
    `${p50.toFixed(2)} × (${atMost(p50, 2, ' ×')})`,
    `${p99.toFixed(2)} × (${atMost(p99, 4, ' ×')})`,
  ];
}

function show({ p50, p99 }: Percentiles): string {
  return `${p50.toFixed(1)} ms, ${p99.toFixed(1)} ms`;
}
