import { parseArgs } from 'node:util';
import { startCluster } from '../crash/cluster.js';
import { isReady } from '../crash/scene.js';
import { waitFor } from '../crash/wait-for.js';
import { startObjectStorage } from '../object-storage/start-object-storage.js';
import { checkDays } from './check-days.js';
import { checkErasure } from './check-erasure.js';
import { checkSecrets } from './check-secrets.js';
import { describeResults, type Result } from './describe-results.js';
import type { Installation } from './plant/installation.js';

const help = `npm run test:lifecycle -- [options]

Checks that erased data and plain secrets are nowhere in the database, and that old data is removed. Starts a
separate instance (PostgreSQL, API and a worker as processes) on the loopback interface, prints one table, and exits
with 1 if a bound is missed. Takes about ten minutes.

  erasure          sends a marker in every possible way (API, ingress of every provider with media, v2, campaigns,
                   automations, webhooks, idempotency keys), deletes the contacts, and checks that no row of any
                   table contains the marker
  erasure-objects  does the same with files in an object storage, and searches the storage as well
  secrets          sets secrets of every kind, and checks that no row of any table and no log contains one in plain form
  days             simulates sixty days with 10,000 events and a maintenance each, and checks that partitions are dropped,
                   that the size on disk stops growing, that no row outlives its retention, and that deliveries do not
                   become slower; it ends after 25 minutes at most

  --only <names>  runs only these parts, separated by commas
  --help          prints this text`;

type Check = (installation: Installation) => Promise<Result[]>;

/** Each part has an instance of its own. */
const parts: Readonly<Record<string, () => Promise<Result[]>>> = {
  erasure: () => withInstallation(checkErasure),
  'erasure-objects': () => withObjectStorage(checkErasure),
  secrets: () => withInstallation(checkSecrets),
  days: checkDays,
};

const { values } = parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean' } } });
if (values.help) console.log(help);
else process.exitCode = await main(values.only?.split(',') ?? Object.keys(parts));

async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !(name in parts));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.`);
    return 2;
  }
  const results: Result[] = [];
  for (const name of names) {
    console.log(`${name} …`);
    results.push(...((await parts[name]?.()) ?? []));
  }
  console.log(`\n${describeResults(results).join('\n')}`);
  return results.every(({ isMet }) => isMet) ? 0 : 1;
}

async function withObjectStorage(check: Check): Promise<Result[]> {
  const objects = await startObjectStorage();
  try {
    return await withInstallation((installation) => check({ ...installation, objects }), {
      FILES_URL: objects.url,
    });
  } finally {
    await objects.stop();
  }
}

async function withInstallation(
  check: Check,
  settings: Readonly<Record<string, string>> = {},
): Promise<Result[]> {
  const publicUrl = 'http://parley.example';
  const env = { PUBLIC_URL: publicUrl, V2_SUNSET_AT: '2100-01-01T00:00:00Z', ...settings };
  const cluster = await startCluster({ workers: 1, env });
  try {
    await waitFor('the service is up', () => isReady(cluster.url), 120_000);
    return await check({ url: cluster.url, publicUrl, database: cluster.database, logs: cluster.logs });
  } finally {
    await cluster.stop();
  }
}
