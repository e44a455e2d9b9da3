import { createKey, createTenant } from '../../fixtures/index.js';
import { tokenOf } from '../../tokens.js';
import { openPoster } from '../caller.js';
import { jsonBodies } from '../json-bodies.js';
import { probeHealth } from '../probe-health.js';
import type { Scenario } from '../scenario.js';

/** Bodies of ten megabytes with millions of values, and the largest valid ones, do not delay other requests. */
export const scenario: Scenario = {
  name: 'json-bodies',
  bound: { figure: 'worst /healthz p99 while a body of 10 MB is received', unit: 'ms', atMost: 100 },
  async run(stage) {
    const { url, database } = await stage.startCluster();
    const { id: tenantId } = await createTenant(database);
    const token = await tokenOf(await createKey(database, tenantId));
    const post = openPoster(stage);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const p99s: number[] = [];
    for (const { name, status: expected, build } of jsonBodies) {
      // Building them meanwhile would delay the probes, which are sent by this process as well.
      const bodies = Array.from({ length: rounds }, (_, round) => build(round));
      const { p99, max } = await probeHealth(url, async () => {
        for (const body of bodies) {
          const { status, text } = await post(`${url}/v3/contacts/upsert`, { headers, body });
          if (status !== expected) throw new Error(`${name} got ${status}: ${text.slice(0, 200)}`);
        }
      });
      console.log(`  ${name}: ${expected}, p99 ${p99.toFixed(1)} ms, max ${max.toFixed(1)} ms`);
      p99s.push(p99);
    }
    return Math.max(...p99s);
  },
};

/** Each body is sent this many times: during a single one, too few health probes run for a p99. */
const rounds = 3;
