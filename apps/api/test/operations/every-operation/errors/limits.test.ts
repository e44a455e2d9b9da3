import { describe, expect, it } from '@jest/globals';
import type { Database } from '@parley/database';
import { createContact, createLabel, createWorld, tokenOf, validRequest, type World } from '@parley/testkit';
import { everyOperation } from '../../support/every-operation.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import { useStage } from '../../support/use-stage.js';

type Change = (database: Database, world: World) => Promise<object | undefined>;

/** Bodies with an effect, for operations whose usual request may have none. */
const changes: Readonly<Record<string, Change>> = {
  'v3 addContactLabels': async (database, { tenant }) => ({
    labels: [{ id: (await createLabel(database, tenant.id)).id }],
  }),
  'v3 updateChat': async () => ({ isSensitive: true }),
  'v3 changeChatStatus': async () => ({ status: 'closed' }),
  'v3 createChat': async (database, { tenant, channel }) => ({
    contactId: (await createContact(database, tenant.id)).id,
    channelId: channel.id,
  }),
  async 'v3 markChatRead'({ prisma }, { chat }) {
    await prisma.chat.updateMany({ where: { id: chat.id }, data: { isUnread: true, unreadCount: 1 } });
    return undefined;
  },
  async 'v3 setMessageReaction'({ prisma }, { chat }) {
    const openUntil = new Date('2099-01-01T00:00:00.000Z');
    await prisma.chat.updateMany({ where: { id: chat.id }, data: { openUntil } });
    return { emoji: '👍' };
  },
};

describe('limits', () => {
  const stage = useStage();

  describe('429 waiting_jobs_limit_reached when no further job may wait; nothing is changed', () => {
    it.each(everyOperation.filter(({ addsJobs }) => addsJobs))('$name', async (operation) => {
      const { request, snapshot } = await prepare(operation, { waitingJobs: 0 }, changes[operation.name]);
      const before = await snapshot();
      expect(await stage.call(operation, request)).toMatchObject({
        status: 429,
        body: { error: { messageKey: 'waiting_jobs_limit_reached', limit: 'waitingJobs', maximum: 0 } },
      });
      expect(await snapshot()).toEqual(before);
    });
  });

  const contactLists = new Set([
    'v3 upsertContacts',
    'v3 createCampaign',
    'v3 updateCampaign',
    'v2 createBroadcast',
  ]);

  const two = [{ phoneNumber: '+4915112345678' }, { phoneNumber: '+4915112345679' }];

  describe('409 contacts_per_call_limit_reached with more contacts than a call may have; nothing is changed', () => {
    it.each(everyOperation.filter(({ name }) => contactLists.has(name)))('$name', async (operation) => {
      const { request, snapshot } = await prepare(operation, { contactsPerCall: 1 });
      const before = await snapshot();
      const body = { ...Object(request.body), contacts: two };
      expect(await stage.call(operation, { ...request, body })).toMatchObject({
        status: 409,
        body: {
          error: { messageKey: 'contacts_per_call_limit_reached', limit: 'contactsPerCall', maximum: 1 },
        },
      });
      expect(await snapshot()).toEqual(before);
    });
  });

  async function prepare(
    operation: (typeof everyOperation)[number],
    limitOverrides: Record<string, number>,
    change?: Change,
  ) {
    const world = await createWorld(stage.database, { limitOverrides });
    const valid = validRequest(world, operation.version, operation.operationId);
    const changed = await change?.(stage.database, world);
    const request = { ...valid, ...(changed && { body: changed }), token: await tokenOf(world.key) };
    return { request, snapshot: () => snapshotTenant(stage.database, world.tenant.id) };
  }
});
