import { parseArgs } from 'node:util';
import { findObstacle } from './debian/install-packages.js';
import { describeFigures, hasPassed, type Result } from './describe-figures.js';
import { scenarios } from './scenarios.js';
import { type Installation, startInstallation } from './service/installation.js';
import type { Scenario } from './service/scenario.js';

const help = `npm run test:production -- [name …] [options]

Runs the service as operators do: a PostgreSQL and a PgBouncer of Debian or Ubuntu, TLS with checked certificates, a role
that owns nothing, two API processes and two workers. Then it stops and disturbs one part after another under load, and
counts failed requests and lost events. It prints a table and exits with 1 when a bound is missed.

It installs missing packages with apt, so it needs root; elsewhere it prints one line and exits with 0. A PgBouncer of 1.21
or newer is needed. Where apt has an older one, 1.24.1 is built from Debian's source and kept in the user's cache. All
traffic stays on the loopback interface. The whole run takes about five minutes.

  name …    runs only the scenarios whose names contain one of these
  --list    prints the names
  --help    prints this text`;

const defaultTimeoutMs = 240_000;

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean' }, help: { type: 'boolean' } },
});
const chosen = scenarios.filter(
  ({ name }) => names.length === 0 || names.some((part) => name.includes(part)),
);
if (values.help) console.log(help);
else if (values.list) console.log(scenarios.map(({ name }) => name).join('\n'));
// A scenario that was stopped at its deadline may still wait for something.
else process.exit(await main());

async function main(): Promise<number> {
  const obstacle = findObstacle();
  if (obstacle !== undefined) {
    console.log(`test:production was skipped: ${obstacle}.`);
    return 0;
  }
  if (chosen.length === 0) {
    console.error(`No scenario has a name that contains ${names.join(' or ')}.`);
    return 2;
  }
  const interrupted = whenInterrupted();
  const installation = await startInstallation();
  const results: Result[] = [];
  try {
    for (const scenario of chosen) {
      console.log(`${scenario.name} …`);
      const startedAt = performance.now();
      const result = await Promise.race([runScenario(scenario, installation), interrupted]);
      results.push(result);
      console.log(`  ${Math.round((performance.now() - startedAt) / 1_000)} s`);
      // It may have left a process stopped, and the next one would fail for another reason.
      if (result.problem !== undefined) break;
    }
  } finally {
    const keepFolder = results.length < chosen.length || !results.every(hasPassed);
    await installation.stop({ keepFolder });
    if (keepFolder) console.log(`the logs of the processes: ${installation.folder}`);
  }
  console.log(`\n${describeFigures(results).join('\n')}`);
  return results.every(hasPassed) ? 0 : 1;
}

async function runScenario(scenario: Scenario, installation: Installation): Promise<Result> {
  const { name, timeoutMs = defaultTimeoutMs } = scenario;
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`did not end within ${timeoutMs / 1_000} s`)), timeoutMs);
  });
  try {
    return { name, figures: await Promise.race([scenario.run(installation), deadline]) };
  } catch (error) {
    return { name, figures: [], problem: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects on Ctrl+C, so that everything is stopped before the program ends. */
function whenInterrupted(): Promise<never> {
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new Error(`interrupted by ${signal}`)));
  });
  interrupted.catch(() => undefined);
  return interrupted;
}
