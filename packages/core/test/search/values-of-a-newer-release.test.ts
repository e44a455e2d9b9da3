import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  automations,
  deliveriesOf,
  newId,
  type Searchable,
  type SearchRequest,
  search,
} from '../../src/index.js';
import { createContext } from '../test-context.js';
import { createAutomation, createDelivery, createTenant, createWebhook } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const { database } = useWorlds();
const count = 24;
let tenantId: string;
let deliveries: Searchable<Found>;

interface Found {
  readonly id: string;
  readonly status: string;
}

/** The values in the order of the database, after the migration of a newer release. */
const statuses = ['imported', 'draft', 'active', 'archived', 'inactive', 'retired'];
const deliveryStatuses = ['pending', 'delivering', 'deferred', 'succeeded', 'failed', 'canceled', 'expired'];

/** The newer release has added values before, between and after those that this release knows. */
beforeAll(async () => {
  for (const change of [
    `alter type automation_status add value 'imported' before 'draft'`,
    `alter type automation_status add value 'archived' before 'inactive'`,
    `alter type automation_status add value 'retired'`,
    `alter type delivery_status add value 'deferred' after 'delivering'`,
    `alter type delivery_status add value 'expired'`,
  ])
    await database.pool.query(change);
  ({ id: tenantId } = await createTenant(database));
  const webhook = await createWebhook(database, tenantId);
  deliveries = deliveriesOf(webhook.id);
  for (let number = 0; number < count; number += 1) {
    const { id } = await createAutomation(database, tenantId, {
      name: `Name ${number % 3}`,
      triggerChannelId: number % 5 === 0 ? newId() : null,
      createdAt: new Date(Date.UTC(2026, 0, 1 + (number % 6))),
    });
    await setStatus('automations', { id, status: statuses[number % statuses.length] });
    const delivery = await createDelivery(database, webhook, {
      status: 'pending',
      nextAttemptAt: new Date(),
    });
    await setStatus('deliveries', {
      id: delivery.id,
      status: deliveryStatuses[number % deliveryStatuses.length],
    });
  }
});

async function setStatus(table: string, { id, status }: { id: string; status: string | undefined }) {
  const type = table === 'automations' ? 'automation_status' : 'delivery_status';
  await database.pool.query(`update ${table} set status = $2::${type} where id = $1`, [id, status]);
}

function find(request: SearchRequest, resource: Searchable<Found>) {
  return search(createContext(database, tenantId), resource, request);
}

async function walk(sortBy: string, resource: Searchable<Found>): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
    const page = await find({ sortBy, pagination: { limit: 4, cursor } }, resource);
    ids.push(...page.records.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  }
  return ids;
}

const automationRecords: Searchable<Found> = automations;

describe('rows with a value that only a newer release knows', () => {
  test.each([
    ['status,name', statuses],
    ['desc(status),desc(createdAt)', statuses.toReversed()],
    ['status:asc,latestVersionTriggerParametersChannelId:desc', statuses],
  ])(
    'of automations in the order %s are on the pages, in the order of the database',
    async (sortBy, order) => {
      const { records, total } = await find({ sortBy, pagination: { limit: 100 } }, automationRecords);
      expect(total).toBe(count);
      expect(records.map(({ status }) => status)).toEqual(order.flatMap((status) => Array(4).fill(status)));
    },
  );

  test.each(['status', 'desc(status)', 'status,desc(createdAt)'])(
    'of deliveries in the order %s are on the pages, though another table lists the others',
    async (sortBy) => {
      const { records } = await find({ sortBy, pagination: { limit: 100 } }, deliveries);
      const seen = [...new Set(records.map(({ status }) => status))];
      expect(records).toHaveLength(count);
      expect(seen).toEqual(sortBy.startsWith('desc') ? deliveryStatuses.toReversed() : deliveryStatuses);
    },
  );

  const cases = [
    'status',
    'desc(status)',
    'status,name',
    'desc(status),createdAt',
    'name,desc(status)',
    'latestVersionTriggerParametersChannelId,status',
  ].map((sortBy) => [sortBy]);

  test.each(cases)(
    'in the order %s are on the same pages by number and by cursor, each once',
    async (sortBy) => {
      const byNumber = await Promise.all(
        [0, 1, 2, 3, 4, 5].map((page) => find({ sortBy, pagination: { page, limit: 4 } }, automationRecords)),
      );
      const ids = byNumber.flatMap(({ records }) => records.map(({ id }) => id));
      expect(new Set(ids).size).toBe(count);
      expect(await walk(sortBy, automationRecords)).toEqual(ids);
    },
  );

  test.each(['status', 'desc(status)', 'desc(status),createdAt'])(
    'of deliveries in the order %s are on the pages by cursor, each once',
    async (sortBy) => {
      const { records } = await find({ sortBy, pagination: { limit: 100 } }, deliveries);
      expect(await walk(sortBy, deliveries)).toEqual(records.map(({ id }) => id));
    },
  );

  test('a cursor with a value that no release knows has no page after it', async () => {
    const sortBy = 'status,name';
    const { nextCursor } = await find({ sortBy, pagination: { limit: 1, cursor: null } }, automationRecords);
    const parts: unknown[] = JSON.parse(Buffer.from(nextCursor ?? '', 'base64url').toString());
    const cursor = Buffer.from(JSON.stringify(parts.with(2, 'invented'))).toString('base64url');
    const page = await find({ sortBy, pagination: { cursor } }, automationRecords);
    expect(page).toMatchObject({ records: [], nextCursor: null });
  });
});
