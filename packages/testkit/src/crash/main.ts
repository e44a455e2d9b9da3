import { parseArgs } from 'node:util';
import { findCoverageBreaches, usualRounds } from './check-coverage.js';
import { checkPromises } from './check-promises.js';
import { startCluster } from './cluster.js';
import { describeRecovery, describeRound } from './describe-rounds.js';
import { proveFullDisk } from './full-disk.js';
import { killInRounds } from './kill-rounds.js';
import { startLoad } from './load.js';
import { proveFencing } from './paused-worker.js';
import { planRounds } from './plan-rounds.js';
import { startProvider } from './provider.js';
import { createRandom } from './random.js';
import { startReceiver } from './receiver.js';
import { startRecurring } from './recurring.js';
import { setScene } from './scene.js';
import { waitUntilSettled } from './settle.js';

const help = `npm run test:crash -- [options]

Runs an API, two workers and a PostgreSQL of their own under load, with campaigns that recur every few seconds, and
kills with SIGKILL round after round: one of them, or several at once, or one again while it is starting. Each must come
back itself. Then it proves that nothing that was acknowledged was lost and nothing was invented or sent twice.
Afterwards a worker is stopped past its lease, and the disk is filled. Loopback only; ends by itself, with 1 when a
promise was broken.

  --rounds <n>   rounds; the default is ${usualRounds}; two of five have kills that overlap
  --seed <n>     chooses victims and moments; printed, so that a run can be repeated
  --help         this text`;

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
  let isSound = false;
  try {
    const scene = await setScene(cluster, { receiver, provider });
    const recurring = await startRecurring(scene);
    const load = startLoad(scene);
    const plan = planRounds(createRandom(seed), rounds);
    const done = await killInRounds(
      cluster,
      { scene, receiver },
      {
        plan,
        onRound: (number, round) =>
          console.log(`${String(number).padStart(String(rounds).length)}/${rounds}  ${describeRound(round)}`),
      },
    );
    await load.stop();
    await recurring.stop();
    receiver.stopFailing();
    console.log('the load has stopped; waiting until everything is settled');
    await waitUntilSettled(cluster.database);
    const { acknowledged, unacknowledged, surprises } = load;
    const verdict = await checkPromises(cluster.database, {
      acknowledged,
      receiver,
      provider,
      recurring: recurring.campaigns,
    });
    broken.push(
      ...verdict.broken,
      ...findCoverageBreaches(acknowledged, done),
      ...surprises.map((text) => `a client got: ${text}`),
    );
    console.log(
      [
        ...describeRecovery(done),
        `writes acknowledged: ${acknowledged.length}; without a response: ${unacknowledged}`,
        `events: ${verdict.events}; duplicate deliveries: ${verdict.duplicates}`,
        `campaign messages the provider got: ${verdict.messagesSent}; given up in doubt: ${verdict.messagesInDoubt}`,
        `occurrences of ${recurring.campaigns.length} recurring campaigns: ${verdict.occurrences}`,
      ].join('\n'),
    );
    broken.push(...(await proveFencing(cluster)));
    console.log('a worker stopped past its lease: checked');
    isSound = broken.length === 0;
  } finally {
    if (!isSound) console.log(`what the processes said: ${cluster.folder}`);
    await cluster.stop({ keepFolder: !isSound });
    await Promise.all([receiver.stop(), provider.stop()]);
  }
  broken.push(...(await proveFullDisk()));
  console.log('a full disk: checked');
  for (const sentence of broken.slice(0, 50)) console.log(`BROKEN: ${sentence}`);
  console.log(`broken promises: ${broken.length}`);
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
