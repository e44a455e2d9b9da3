import { cpus } from 'node:os';
import { type Comparison, compare } from './measure/compare.js';
import { readMemoryMb } from './measure/process-facts.js';
import { help, type Options, parseOptions, type Section } from './options.js';
import { renderComparisons } from './report/render-comparison.js';
import { renderTable } from './report/table.js';
import type { Seed } from './stage/seed.js';
import { type Server, serverNames, startServer } from './stage/start-server.js';
import { type Stage, startStage } from './stage/start-stage.js';
import { measureBroadcast } from './works/measure-broadcast.js';
import { measureContract } from './works/measure-contract.js';
import { measureSearchGrowth } from './works/measure-growth.js';
import { measureScaling } from './works/measure-scaling.js';
import { works } from './works/works.js';

type Tenant = Seed & { token: string };

const run: Record<Section, (stage: Stage, options: Options) => Promise<string>> = {
  requests,
  search,
  broadcast,
  scaling,
  contract,
};

try {
  const options = parseOptions(process.argv.slice(2));
  if (options === 'help') console.log(help);
  else await main(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function main(options: Options): Promise<void> {
  console.log(`Node ${process.version}, ${cpus().length} cores; medians of ${options.rounds} turns.\n`);
  const stage = await startStage();
  try {
    for (const section of options.only) {
      console.error(`… ${section}`);
      console.log(`${await run[section](stage, options)}\n`);
    }
  } finally {
    await stage.stop();
  }
}

async function requests(stage: Stage, options: Options): Promise<string> {
  const seed = await stage.addTenant({ chats: 1_000, automations: 1_000 });
  return withServers(stage, serverNames, async (servers) => {
    const comparisons: Comparison[] = [];
    for (const work of works) {
      console.error(`  ${work.name}`);
      const able = servers.filter(({ name }) => name === 'parley' || work.targets[name] !== undefined);
      comparisons.push(await compare(able, work, { seed, options }));
    }
    const processes = await Promise.all(servers.map(describeProcess));
    return [
      renderComparisons(comparisons),
      '',
      renderTable(['server', 'start', 'memory after the load'], processes),
    ].join('\n');
  });
}

async function describeProcess({ name, startMs, pid }: Server): Promise<string[]> {
  return [name, `${startMs.toFixed(0)} ms`, `${(await readMemoryMb(pid)).toFixed(0)} MB`];
}

async function search(stage: Stage, { rounds }: Options): Promise<string> {
  const small: Tenant = await stage.addTenant({ chats: 1, automations: 1_000 });
  const large: Tenant = await stage.addTenant({ chats: 1, automations: 100_000 });
  return withServers(stage, ['parley'], async (servers) => {
    const [server] = servers;
    if (!server) throw new Error('No server was started.');
    const { smallMs, largeMs, ratio } = await measureSearchGrowth(server, {
      small: small.token,
      large: large.token,
      rounds,
    });
    return renderTable(
      ['automations/search', 'p50'],
      [
        ['1,000 rows', `${smallMs.toFixed(2)} ms`],
        ['100,000 rows', `${largeMs.toFixed(2)} ms`],
        ['growth', `${ratio.toFixed(2)} × (target: at most 3) ${ratio <= 3 ? 'reached' : 'missed'}`],
      ],
    );
  });
}

async function broadcast(stage: Stage, { rounds }: Options): Promise<string> {
  const seed = await stage.addTenant({ chats: 1, automations: 3 });
  return withServers(stage, ['parley', 'express-plain'], async ([ours, peer]) => {
    if (!ours || !peer) throw new Error('A server is missing.');
    const { fewMs, manyMs, peerMs } = await measureBroadcast({ ours, peer }, seed, rounds);
    const growth = manyMs / fewMs;
    const ratio = peerMs / manyMs;
    return renderTable(
      ['POST broadcast', 'time'],
      [
        ['500 contacts', `${fewMs.toFixed(0)} ms`],
        ['5,000 contacts', `${manyMs.toFixed(0)} ms`],
        ['growth', `${growth.toFixed(1)} × (target: at most 12) ${growth <= 12 ? 'reached' : 'missed'}`],
        ['5,000 one by one', `${peerMs.toFixed(0)} ms`],
        ['ours', `${ratio.toFixed(1)} × (target: at least 5) ${ratio >= 5 ? 'reached' : 'missed'}`],
      ],
    );
  });
}

async function scaling(stage: Stage, options: Options): Promise<string> {
  const seed = await stage.addTenant({ chats: 1_000, automations: 3 });
  const { oneProcess, twoProcesses } = await measureScaling(stage.databaseUrl, seed, options);
  return renderTable(
    ['GET a chat', 'requests/s'],
    [
      ['one process', oneProcess.toFixed(0)],
      ['two processes', `${twoProcesses.toFixed(0)} (${(twoProcesses / oneProcess).toFixed(2)} ×)`],
    ],
  );
}

async function contract(): Promise<string> {
  const { coldMs, unchangedMs } = await measureContract();
  return renderTable(
    ['spec → bundle → types', 'time'],
    [
      ['cold', `${(coldMs / 1_000).toFixed(1)} s`],
      [
        'unchanged',
        `${(unchangedMs / 1_000).toFixed(1)} s (target: under 2) ${unchangedMs < 2_000 ? 'reached' : 'missed'}`,
      ],
    ],
  );
}

async function withServers<Result>(
  { databaseUrl }: Stage,
  names: readonly Server['name'][],
  work: (servers: readonly Server[]) => Promise<Result>,
): Promise<Result> {
  const servers: Server[] = [];
  try {
    for (const name of names) servers.push(await startServer(name, databaseUrl));
    return await work(servers);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}
