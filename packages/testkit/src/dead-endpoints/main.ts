import { parseArgs } from 'node:util';
import { startCluster } from '../crash/cluster.js';
import { describeFigures, findProblems } from './figures.js';
import { startHealthyEndpoint } from './healthy-endpoint.js';
import { measure } from './measure.js';
import { setScene } from './scene.js';
import { startWriting } from './write-events.js';

const defaults = { events: 20_000, seconds: 600, endpoints: 3 };

const help = `npm run test:dead-endpoints -- [options]

Runs an API, two workers and a PostgreSQL of its own. A workspace has webhooks on closed ports, and one webhook whose
endpoint responds. Requests change contacts, and each change is an event for every webhook. The run lasts for the
given time while the workers retry. It prints what happened and exits with 1 when there was a deadlock, when a queue
or a worker was started again, or when the endpoint that responds did not get every event. All traffic stays on the
loopback interface.

  --events <n>     events to write, default ${defaults.events}
  --seconds <n>    how long the run takes, default ${defaults.seconds}
  --endpoints <n>  dead endpoints, default ${defaults.endpoints}
  --help           prints this text`;

const { values } = parseArgs({
  options: {
    events: { type: 'string' },
    seconds: { type: 'string' },
    endpoints: { type: 'string' },
    help: { type: 'boolean' },
  },
});
if (values.help) console.log(help);
else process.exitCode = await main(readCount('events'), readCount('seconds'), readCount('endpoints'));

async function main(events: number, seconds: number, endpoints: number): Promise<number> {
  console.log(`${events} events, ${endpoints} dead endpoints, ${seconds} s`);
  const healthy = await startHealthyEndpoint();
  const cluster = await startCluster();
  let problems: string[] = ['the run did not end'];
  try {
    const scene = await setScene(cluster, { healthyUrl: healthy.url, endpoints });
    const writing = startWriting(scene, events);
    const figures = await measure(cluster, { scene, healthy, writing, seconds });
    console.log(describeFigures(figures).join('\n'));
    problems = findProblems(figures);
  } finally {
    if (problems.length > 0) console.log(`logs of the processes: ${cluster.folder}`);
    await cluster.stop({ keepFolder: problems.length > 0 });
    await healthy.stop();
  }
  for (const problem of problems) console.log(`PROBLEM: ${problem}`);
  console.log(`problems: ${problems.length}`);
  return problems.length === 0 ? 0 : 1;
}

function readCount(name: keyof typeof defaults): number {
  const value = Number(values[name] ?? defaults[name]);
  if (Number.isInteger(value) && value >= 1) return value;
  console.error(`--${name}: "${values[name]}" is not a whole number of at least 1.`);
  process.exit(2);
}
