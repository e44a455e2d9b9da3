import type { Database } from '@parley/database';
import { Agent, request } from 'undici';
import { createWorld, type World } from '../../fixtures/index.js';
import { tokenOf } from '../../tokens.js';
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
    const dispatcher = new Agent();
    stage.onEnd(() => dispatcher.close());
    const post = async (world: World, path: string, body: object) => {
      const authorization = `Bearer ${await tokenOf(world.key)}`;
      const headers = { authorization, 'content-type': 'application/json' };
      const options = { method: 'POST', headers, body: JSON.stringify(body), dispatcher } as const;
      const response = await request(`${url}/v3${path}`, options);
      await response.body.dump();
      return response.statusCode;
    };
    const measure = () => measureP99(() => post(victim, '/chats/search', {}));
    await measure();
    const idle = await measure();
    let isOver = false;
    const attack = async () => {
      while (!isOver) await post(attacker, '/labels/search', { query: worstQuery });
    };
    const attacks = Array.from({ length: attackers }, attack);
    const loaded = await measure();
    isOver = true;
    await Promise.all(attacks);
    return loaded / idle;
  },
};

function addLabels(database: Database, { tenant }: World): Promise<unknown> {
  return database.pool.query(
    `insert into labels select added.* from (select * from labels where tenant_id = $1 limit 1) one,
       generate_series(1, ${rows}) as number,
       jsonb_populate_record(null::labels,
         to_jsonb(one) || jsonb_build_object('id', gen_random_uuid(), 'name', 'Expensive ' || number)) as added`,
    [tenant.id],
  );
}

async function measureP99(call: () => Promise<number>): Promise<number> {
  const timesMs: number[] = [];
  for (let number = 0; number < probes; number += 1) {
    const startedAt = performance.now();
    const status = await call();
    if (status !== 200) throw new Error(`The other tenant got ${status}`);
    timesMs.push(performance.now() - startedAt);
  }
  return timesMs.sort((one, other) => one - other)[Math.floor(probes * 0.99)] ?? Number.NaN;
}
