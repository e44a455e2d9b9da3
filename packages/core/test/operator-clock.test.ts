import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createApiKey, revokeApiKey } from '../src/index.js';
import { setTenantTimeZone } from '../src/tenants/administer-tenants.js';
import { prepareCampaign } from './campaigns/prepare-campaign.js';
import { plannedStart } from './campaigns/report-status.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds();

/** Everything but the clock of the machine stays real. */
const doNotFake = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
  ...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
  ...(['setTimeout', 'clearTimeout'] as const),
];

let before: Date;

beforeEach(async () => {
  before = await readTime();
  jest.useFakeTimers({ doNotFake, now: before.getTime() + 3_600_000 });
});

afterEach(() => {
  jest.useRealTimers();
});

describe('a command on a machine whose clock is an hour ahead', () => {
  test('makes campaigns due now when the time zone changes', async () => {
    const prepared = await prepareCampaign(worlds, { recurrenceRules: ['FREQ=DAILY;BYHOUR=9'] });
    await setTenantTimeZone(worlds.database, {
      tenant: prepared.context.tenantId,
      timeZone: 'America/New_York',
    });
    const [planned = ''] = await plannedStart(prepared);
    expectNow(new Date(planned));
  });

  test('writes the time of the database to the key that it revokes, and to the audit log', async () => {
    const { database, own } = worlds;
    const { id: tenant } = own.tenant;
    const key = await createApiKey(database, { tenant, name: 'old', scopes: ['*'] });
    const { revokedAt } = await revokeApiKey(database, { tenant, keyId: key.id });
    const entries = await database.prisma.auditLogEntry.findMany({
      where: { tenantId: tenant, resourceId: key.id },
    });
    expect(entries).toHaveLength(2);
    for (const at of [revokedAt, ...entries.map(({ createdAt }) => createdAt)]) expectNow(at);
  });
});

/** The clock of the database can be set back a little meanwhile, and the test can take a while. */
function expectNow(at: Date | null): void {
  expect(Math.abs(Number(at) - before.getTime())).toBeLessThan(600_000);
}

async function readTime(): Promise<Date> {
  const { rows } = await worlds.database.pool.query<{ now: Date }>(
    `select date_trunc('milliseconds', clock_timestamp()) as now`,
  );
  return rows[0]?.now ?? new Date(0);
}
