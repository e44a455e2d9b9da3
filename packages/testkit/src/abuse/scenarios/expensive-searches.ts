import type { Database } from '@parley/database';
import { createWorld, type World } from '../../fixtures/index.js';
import { tokenOf } from '../../tokens.js';
import { openCaller } from '../caller.js';
import { type Latency, measureLatency } from '../latency.js';
import { during } from '../repeat.js';
import type { Scenario } from '../scenario.js';

const rows = 100_000;
const attackers = 40;
const probes = 300;

/** Parts of ids have no index, and none of these is found: every label is compared fifty times. */
const worstQuery = `or(${Array.from({ length: 50 }, (_, number) => `contains(id,"ffffff${1_000 + number}")`).join()})`;

export const scenario: Scenario = {
  name: 'expensive-searches',
  bound: { figure: 'p99 of another tenant, compared with idle', unit: '×', atMost: 3 },
  timeoutMs: 300_000,
  async run(stage) {
    const { url, database } = await stage.startCluster({ env: { RATE_LIMIT_PER_MINUTE: '1000000' } });
    const [attacker, victim] = [await createWorld(database), await createWorld(database)];
    await addLabels(database, attacker);
    const attack = openCaller(stage, url, await tokenOf(attacker.key));
    const call = openCaller(stage, url, await tokenOf(victim.key));
    const measure = () => measureLatency(probes, () => call('POST', '/v3/chats/search', {}));
    await measure();
    const idle = await measure();
    const loaded = await during(
      attackers,
      () => attack('POST', '/v3/labels/search', { query: worstQuery }),
      measure,
    );
    console.log(`  ${describe('idle', idle)}, ${describe('loaded', loaded)}`);
    return loaded.p99 / idle.p99;
  },
};

function describe(name: string, { p50, p99 }: Latency): string {
  return `${name} p50 ${p50.toFixed(1)} ms p99 ${p99.toFixed(1)} ms`;
}

function addLabels(database: Database, { tenant }: World): Promise<unknown> {
  return database.pool.query(
    `insert into labels select added.* from (select * from labels where tenant_id = $1 limit 1) one,
       generate_series(1, ${rows}) as number,
       jsonb_populate_record(null::labels,
         to_jsonb(one) || jsonb_build_object('id', gen_random_uuid(), 'name', 'Expensive ' || number)) as added`,
    [tenant.id],
  );
}
