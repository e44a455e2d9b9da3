import { parseArgs } from 'node:util';
import { checkPromises } from './check-promises.js';
import { startCluster } from './cluster.js';
import { proveFullDisk } from './full-disk.js';
import { killInRounds, type Round } from './kill-rounds.js';
import { startLoad } from './load.js';
import { proveFencing } from './paused-worker.js';
import { startProvider } from './provider.js';
import { createRandom } from './random.js';
import { startReceiver } from './receiver.js';
import { setScene } from './scene.js';
import { waitUntilSettled } from './settle.js';

const help = `npm run test:crash -- [options]

Runs an API, two workers and a PostgreSQL of their own under load, kills one of them with SIGKILL round after round,
and then proves that nothing answered with success was lost and nothing was invented or sent twice. Afterwards a worker
is stopped past its lease, and the disk is filled. Loopback only; ends by itself, with 1 when a promise was broken.

  --rounds <n>   kills, 30 unless told
  --seed <n>     chooses victims and moments; printed, so that a run can be repeated
  --help         this text`;

const { values } = parseArgs({
  options: { rounds: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean' } },
});
if (values.help) console.log(help);
else process.exitCode = await main(readCount('rounds', 30, 1), readCount('seed', Date.now() % 1_000_000, 0));

async function main(rounds: number, seed: number): Promise<number> {
  console.log(`${rounds} rounds, seed ${seed}`);
  const receiver = await startReceiver();
  const provider = await startProvider();
  const cluster = await startCluster();
  const broken: string[] = [];
  let isSound = false;
  try {
    const scene = await setScene(cluster, { receiver, provider });
    const load = startLoad(scene);
    const done = await killInRounds(
      cluster,
      { scene, receiver },
      { rounds, random: createRandom(seed), onRound: (number, round) => printRound(number, rounds, round) },
    );
    await load.stop();
    receiver.stopFailing();
    console.log('the load has stopped; waiting until everything is settled');
    await waitUntilSettled(cluster.database);
    const { acknowledged, unanswered, surprises } = load;
    const verdict = await checkPromises(cluster.database, { acknowledged, receiver, provider });
    broken.push(...verdict.broken, ...surprises.map((text) => `a client was answered: ${text}`));
    printRecovery(done);
    console.log(
      [
        `writes answered with success: ${acknowledged.length}; without an answer: ${unanswered}`,
        `events: ${verdict.events}; duplicate deliveries: ${verdict.duplicates}`,
        `campaign messages the provider got: ${verdict.messagesSent}; given up in doubt: ${verdict.messagesInDoubt}`,
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

function printRound(number: number, rounds: number, { victim, recoveryMs }: Round): void {
  console.log(
    `${String(number).padStart(String(rounds).length)}/${rounds}  ${victim.padEnd(9)} back after ${recoveryMs} ms`,
  );
}

function printRecovery(rounds: readonly Round[]): void {
  for (const victim of [...new Set(rounds.map((round) => round.victim))].sort()) {
    const times = rounds.filter((round) => round.victim === victim).map(({ recoveryMs }) => recoveryMs);
    times.sort((a, b) => a - b);
    const middle = times[times.length >> 1];
    console.log(
      `${victim}: killed ${times.length} times, back after ${middle} ms (median), ${times.at(-1)} ms (most)`,
    );
  }
}

function readCount(name: 'rounds' | 'seed', fallback: number, least: number): number {
  const text = values[name];
  if (text === undefined) return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= least) return value;
  console.error(`--${name}: "${text}" is not a whole number of at least ${least}.`);
  process.exit(2);
}
