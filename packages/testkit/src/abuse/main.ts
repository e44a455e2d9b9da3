import { parseArgs } from 'node:util';
import { describeResults, hasPassed, type Result } from './describe-results.js';
import { loadScenarios } from './load-scenarios.js';
import { runScenario } from './run-scenario.js';
import type { Scenario } from './scenario.js';

const help = `npm run test:abuse -- [options]

Runs attacks on a separate service (PostgreSQL, API and workers as processes) and measures the effect on other
tenants. It prints each figure with its bound and exits with 1 if a bound is exceeded. It uses loopback only.

  --only <names>  scenarios whose names contain one of these, separated by commas
  --list          prints the names and bounds
  --help          this text`;

const { values } = parseArgs({
  options: { only: { type: 'string' }, list: { type: 'boolean' }, help: { type: 'boolean' } },
});
if (values.help) console.log(help);
else process.exitCode = await main();

async function main(): Promise<number> {
  const scenarios = (await loadScenarios()).filter(isSelected);
  if (scenarios.length === 0) {
    console.error(`No scenario is named like "${values.only}".`);
    return 2;
  }
  if (values.list) {
    for (const { name, bound } of scenarios) console.log(`${name}: ${bound.figure}`);
    return 0;
  }
  const results: Result[] = [];
  for (const scenario of scenarios) {
    console.log(`${scenario.name} …`);
    results.push(await runScenario(scenario));
  }
  console.log(`\n${describeResults(results).join('\n')}`);
  return results.every(hasPassed) ? 0 : 1;
}

function isSelected({ name }: Scenario): boolean {
  const parts = values.only?.split(',') ?? [''];
  return parts.some((part) => name.includes(part.trim()));
}
