import { parseArgs } from 'node:util';
import { findCoverageBreaches, usualRounds } from './check-coverage.js';
import { checkPromises } from './check-promises.js';
import { startCluster } from './cluster.js';
import { describeIdleRecovery, describeRecovery, describeRound } from './describe-rounds.js';
import { proveFullDisk } from './full-disk.js';
import { killInRounds } from './kill-rounds.js';
import { startLoad } from './load.js';
import { proveFencing } from './paused-worker.js';
import { planIdleRounds, planRounds } from './plan-rounds.js';
import { startProvider } from './provider.js';
import { createRandom } from './random.js';
import { startReceiver } from './receiver.js';
import { startRecurring } from './recurring.js';
import { setScene } from './scene.js';
import { waitUntilSettled } from './settle.js';

const help = `npm run test:crash -- [options]

Runs an API, two workers and a PostgreSQL of its own under the load of a busy tenant and a small one, with campaigns
that recur every few seconds, and kills processes with SIGKILL in rounds: one of them, several at once, or one again
while it is starting. Before that, it kills each process three times without a load. Each process must recover by itself. Then
the program checks that:

- no acknowledged write was lost,
- no write or event was invented,
- no message was sent twice.

At the end a worker is paused for longer than its lease, and the disk is filled. The program uses loopback only. It
exits with 1 if a guarantee was violated.

  --rounds <n>   number of rounds, ${usualRounds} by default; in two of five rounds the kills overlap
  --seed <n>     chooses victims and moments; the program prints it, so that a run can be repeated
  --help         prints this text`;

const { values } = parseArgs({
  options: { rounds: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean' } },
});
if (values.help) console.log(help);
else
  process.exitCode = await main(
    readCount('rounds', usualRounds, 1),
    readCount('seed', Date.now() % 1_000_000, 0),
  );

async function main(rounds: number, seed: number): Promise<number> {
  console.log(`${rounds} rounds, seed ${seed}`);
  const receiver = await startReceiver();
  const provider = await startProvider();
  const cluster = await startCluster();
  const broken: string[] = [];
  let isPassed = false;
  try {
    const busy = await setScene(cluster, { name: 'busy', receiver, provider });
    const small = await setScene(cluster, { name: 'small', receiver, provider });
    const idle = await killInRounds(
      cluster,
      { scene: small, receiver },
      { plan: planIdleRounds(), firstMessage: 2_000_000, onRound: () => undefined },
    );
    console.log(describeIdleRecovery(idle).join('\n'));
    const recurring = await startRecurring(busy);
    const loads = [startLoad(busy), startLoad(small, { slowness: 10 })];
    const plan = planRounds(createRandom(seed), rounds);
    const done = await killInRounds(
      cluster,
      // The small tenant must be served again soon, however many jobs of the busy one are waiting.
      { scene: small, receiver },
      {
        plan,
        firstMessage: 1_000_000,
        onRound: (number, round) =>
          console.log(`${String(number).padStart(String(rounds).length)}/${rounds}  ${describeRound(round)}`),
      },
    );
    await Promise.all(loads.map((load) => load.stop()));
    await recurring.stop();
    receiver.stopFailing();
    console.log('the load has stopped; waiting until everything is settled');
    await waitUntilSettled(cluster.database);
    const acknowledged = loads.flatMap((load) => load.acknowledged);
    const unacknowledged = loads.reduce((sum, load) => sum + load.unacknowledged, 0);
    const verdict = await checkPromises(cluster.database, {
      acknowledged,
      receiver,
      provider,
      recurring: recurring.campaigns,
    });
    broken.push(
      ...verdict.broken,
      ...loads.flatMap((load) => findCoverageBreaches(load.acknowledged, done)),
      ...loads.flatMap(({ surprises }) => surprises.map((text) => `a client got: ${text}`)),
    );
    console.log(
      [
        ...describeRecovery(done),
        `writes acknowledged: ${acknowledged.length}; without a response: ${unacknowledged}`,
        `events: ${verdict.events}; duplicate deliveries: ${verdict.duplicates}`,
        `campaign messages that the provider received: ${verdict.messagesSent}; failed in doubt: ${verdict.messagesInDoubt}`,
        `occurrences of ${recurring.campaigns.length} recurring campaigns: ${verdict.occurrences}`,
      ].join('\n'),
    );
    broken.push(...(await proveFencing(cluster)));
    console.log('a worker that was paused for longer than its lease: checked');
    isPassed = broken.length === 0;
  } finally {
    if (!isPassed) console.log(`the logs of the processes: ${cluster.folder}`);
    await cluster.stop({ keepFolder: !isPassed });
    await Promise.all([receiver.stop(), provider.stop()]);
  }
  broken.push(...(await proveFullDisk()));
  console.log('a full disk: checked');
  for (const problem of broken.slice(0, 50)) console.log(`BROKEN: ${problem}`);
  console.log(`violated guarantees: ${broken.length}`);
  return broken.length === 0 ? 0 : 1;
}

function readCount(name: 'rounds' | 'seed', fallback: number, least: number): number {
  const text = values[name];
  if (text === undefined) return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= least) return value;
  console.error(`--${name}: "${text}" is not a whole number of at least ${least}.`);
  process.exit(2);
}
