import { cpus } from 'node:os';
import { help, type Options, parseOptions, type Section } from './options.js';
import { runBroadcast } from './sections/broadcast.js';
import { runContract } from './sections/contract.js';
import { runDeliveries } from './sections/deliveries.js';
import { runIngress } from './sections/ingress.js';
import { runIsolation } from './sections/isolation.js';
import { runRequests } from './sections/requests.js';
import { runScaling } from './sections/scaling.js';
import { runSearch } from './sections/search.js';
import type { RunSection } from './sections/section.js';
import { runSend } from './sections/send.js';
import { runSize } from './sections/size.js';
import { runSoak } from './sections/soak.js';
import { runStart } from './sections/start.js';
import { runStream } from './sections/stream.js';
import { runTracing } from './sections/tracing.js';
import { runUsage } from './sections/usage.js';
import { type Stage, startStage } from './stage/start-stage.js';

const run: Record<Section, RunSection> = {
  start: runStart,
  requests: runRequests,
  search: runSearch,
  size: runSize,
  broadcast: runBroadcast,
  deliveries: runDeliveries,
  ingress: runIngress,
  send: runSend,
  isolation: runIsolation,
  scaling: runScaling,
  tracing: runTracing,
  usage: runUsage,
  contract: runContract,
  stream: runStream,
  soak: runSoak,
};

let running: Stage | undefined;

/** Ctrl-C leaves neither a server nor a folder behind; a second one ends the process at once. */
async function stopEarly(): Promise<never> {
  await running?.stop();
  process.exit(130);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stopEarly());

try {
  const options = parseOptions(process.argv.slice(2));
  if (options === 'help') console.log(help);
  else await main(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function main(options: Options): Promise<void> {
  console.log(`Node ${process.version}, ${cpus().length} cores; medians of ${options.rounds} rounds.\n`);
  for (const section of options.only) {
    console.error(`… ${section}`);
    // Each section has its own stage, since leftovers of one would slow down the next.
    const stage = await startStage({ isDisposable: section === 'size' });
    running = stage;
    try {
      console.log(`${await run[section](stage, options)}\n`);
    } finally {
      running = undefined;
      await stage.stop();
    }
  }
}
