import { parseArgs } from 'node:util';
import {
  describeOutcome,
  describeResults,
  describeScenarios,
  hasPassed,
  type Result,
} from './describe-results.js';
import { loadScenarios } from './load-scenarios.js';
import { runScenario } from './run-scenario.js';
import type { Scenario } from './scenario.js';

const help = `npm run test:abuse -- [name …] [options]

Runs attacks against a separate instance (PostgreSQL, API and workers as processes) and measures how they affect other
tenants. It prints a table with each figure, its bound and the verdict, and exits with 1 when a bound is missed. All
traffic stays on the loopback interface. The whole run takes about twelve minutes; a busy machine distorts the figures.

  name …          runs only the scenarios whose names contain one of these
  --only <names>  the same for several names, separated by commas
  --list          prints the names, figures and bounds
  --help          prints this text`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, list: { type: 'boolean' }, help: { type: 'boolean' } },
});
const names = [...positionals, ...(values.only?.split(',') ?? [])].map((name) => name.trim());
if (values.help) console.log(help);
else process.exitCode = await main();

async function main(): Promise<number> {
  const scenarios = (await loadScenarios()).filter(isSelected);
  if (scenarios.length === 0) {
    console.error(`No scenario has a name that contains ${names.join(' or ')}.`);
    return 2;
  }
  if (values.list) {
    console.log(describeScenarios(scenarios).join('\n'));
    return 0;
  }
  const results: Result[] = [];
  for (const scenario of scenarios) {
    console.log(`${scenario.name} …`);
    const startedAt = performance.now();
    const result = await runScenario(scenario);
    console.log(`  ${describeOutcome(result)}, ${Math.round((performance.now() - startedAt) / 1_000)} s`);
    results.push(result);
  }
  console.log(`\n${describeResults(results).join('\n')}`);
  return results.every(hasPassed) ? 0 : 1;
}

function isSelected({ name }: Scenario): boolean {
  return names.length === 0 || names.some((part) => name.includes(part));
}
