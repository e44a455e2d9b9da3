import type { Database } from '@parley/database';
import { findFreePort } from '../../crash/cluster.js';
import { waitFor } from '../../crash/wait-for.js';
import { createAutomation, createLabel, createWorld } from '../../fixtures/index.js';
import { tokenOf } from '../../tokens.js';
import { openCaller, openPoster } from '../caller.js';
import type { Scenario } from '../scenario.js';

const branches = 20;
const leaves = 300;
const timeoutMs = 90_000;
const metricsToken = 'token-of-the-metrics';

/** Closing one chat starts twenty automations. Each adds a label, and each label would start three hundred more. */
export const scenario: Scenario = {
  name: 'branching-automation',
  bound: { figure: 'runs that one request starts', unit: 'runs', atMost: 100 },
  async run(stage) {
    const workerPort = await findFreePort();
    const env = { METRICS_TOKEN: metricsToken, WORKER_PORT: String(workerPort) };
    const { url, database } = await stage.startCluster({ env, workers: 1 });
    const { tenant, key, chat } = await createWorld(database);
    for (let number = 0; number < branches; number += 1) {
      const { id: labelId } = await createLabel(database, tenant.id);
      const steps = [{ type: 'add_label', labelId }];
      await createAutomation(database, tenant.id, { triggerType: 'chat_closed', steps });
    }
    for (let number = 0; number < leaves; number += 1) {
      const steps = [{ type: 'set_chat_status', status: 'open' }];
      await createAutomation(database, tenant.id, { triggerType: 'label_added', steps });
    }
    const call = openCaller(stage, url, await tokenOf(key));
    const body = { status: 'closed', triggerAutomations: true };
    const { status } = await call('POST', `/v3/chats/${chat.id}/status`, body);
    if (status !== 200) throw new Error(`The request got ${status}`);
    const runs = await waitFor('every run has ended', () => countEnded(database, tenant.id), timeoutMs);
    if (runs.refused === 0) throw new Error('No run failed with event_budget_exhausted');
    const headers = { authorization: `Bearer ${metricsToken}` };
    const metricsUrl = `http://127.0.0.1:${workerPort}/metrics`;
    const { text } = await openPoster(stage)(metricsUrl, { method: 'GET', headers });
    const counted = /^parley_automation_runs_cut_total\{reason="event_budget_exhausted"\} (\d+)/m.exec(text);
    if (Number(counted?.[1] ?? 0) === 0) throw new Error('The metric shows no run that was refused');
    console.log(`  ${runs.allowed} runs, ${runs.refused} refused, ${counted?.[1]} in the metric`);
    return runs.allowed;
  },
};

interface Runs {
  readonly allowed: number;
  readonly refused: number;
  readonly open: number;
}

/** Counts only runs that have ended, because the fixtures contain a run that is due in the far future. */
async function countEnded({ pool }: Database, tenantId: string): Promise<Runs | undefined> {
  const { rows } = await pool.query<Runs>(
    `select count(*) filter (where cut_reason is null)::int as allowed,
       count(*) filter (where error ->> 'code' = 'event_budget_exhausted')::int as refused,
       count(*) filter (where status in ('scheduled', 'running'))::int as open
     from automation_runs where tenant_id = $1 and scheduled_at < now() + interval '1 day'`,
    [tenantId],
  );
  const [runs] = rows;
  return runs && runs.allowed > 0 && runs.open === 0 ? runs : undefined;
}
