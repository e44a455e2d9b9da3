import { beforeAll, describe, expect, it } from '@jest/globals';
import { v3 } from '@parley/contract/operations';
import type { components } from '@parley/contract/v3';
import { newId } from '@parley/core';
import {
  createCampaign,
  createContact,
  createWorld,
  expectStatus,
  tokenOf,
  type World,
} from '@parley/testkit';
import { failure } from '../../support/failures.js';
import type { Stage } from '../../support/start-stage.js';
import { type CampaignMessage, writeCampaignMessage } from '../../support/write-campaign-message.js';
import { noTotals } from './campaign-calls.js';

export function describeCampaignSearch(stage: Stage): void {
  type SearchRequest = components['schemas']['SearchRequest'];

  let world: World;
  let token: string;
  let campaignId: string;
  let message: CampaignMessage;
  let skippedId: string;

  /** One campaign of the world is a draft, one is scheduled, and a third is sent to three recipients. */
  beforeAll(async () => {
    const { database } = stage;
    world = await createWorld(database);
    token = await tokenOf(world.key);
    const tenantId = world.tenant.id;
    const parts = { channelId: world.channel.id, automationId: world.automation.id };
    const own = {
      name: 'Autumn offer',
      status: 'running',
      messageTemplateId: world.messageTemplate.id,
    } as const;
    const segmentId = world.segment.id;
    campaignId = (await createCampaign(database, tenantId, { ...parts, ...own, segmentId })).id;
    message = await writeCampaignMessage(database, world, { campaignId, status: 'delivered' });
    const { prisma } = database;
    const { occurrenceId } = await prisma.campaignSend.findFirstOrThrow({ where: { campaignId } });
    await prisma.campaignSend.updateMany({
      where: { campaignId },
      data: { repliedAt: new Date('2026-10-02T08:00:00Z'), optedOutAt: new Date('2026-10-02T08:05:00Z') },
    });
    const skipped = await createContact(database, tenantId, {
      firstName: 'Grace',
      email: 'grace@example.com',
    });
    skippedId = skipped.id;
    for (const { id: contactId } of [skipped, await createContact(database, tenantId)]) {
      await prisma.campaignRecipient.create({ data: { tenantId, campaignId, contactId, id: newId() } });
    }
    const recipient = await prisma.campaignRecipient.findFirstOrThrow({ where: { contactId: skippedId } });
    const place = { tenantId, campaignId, recipientId: recipient.id, occurrenceId, id: newId() };
    await prisma.campaignSend.create({
      data: { ...place, status: 'skipped', skippedReason: 'unsubscribed' },
    });
  });

  async function search(body: SearchRequest = {}) {
    return expectStatus(await stage.v3.call('searchCampaigns', { body, token }), 200).body;
  }

  async function searchRecipients(body: SearchRequest = {}) {
    const request = { params: { campaignId }, body, token };
    return expectStatus(await stage.v3.call('searchCampaignRecipients', request), 200).body;
  }

  describe('searchCampaigns 200', () => {
    it('returns campaigns with their totals', async () => {
      const { data, pagination } = await search({ query: 'eq(status,running)' });
      expect(pagination.total).toBe(1);
      const read = await stage.v3.call('getCampaign', { params: { campaignId }, token });
      expect(data).toEqual([expectStatus(read, 200).body.data]);
      expect(data[0]?.totals).toEqual({
        ...noTotals,
        recipients: 3,
        sent: 1,
        delivered: 1,
        skipped: 1,
        replied: 1,
        optedOut: 1,
      });
    });

    it.each([
      ['in(status,draft,scheduled)', 2],
      ['isNull(messageTemplateId)', 2],
      ['isNull(scheduledAt)', 2],
      ['gt(nextOccurrenceAt,2098-01-01)', 1],
      ['contains(name,"offer")', 1],
    ])('query %s finds %i', async (query, count) => {
      expect((await search({ query })).pagination.total).toBe(count);
    });

    it('finds the campaigns of a channel, like the list of v2', async () => {
      const { pagination } = await search({ query: `eq(channelId,"${world.channel.id}")` });
      expect(pagination.total).toBe(3);
      expect((await search({ query: `eq(channelId,"${world.contact.id}")` })).pagination.total).toBe(0);
    });

    it('search matches a part of the name', async () => {
      expect((await search({ search: 'AUTUMN' })).data.map(({ id }) => id)).toEqual([campaignId]);
    });

    it('filters by every field and sorts by it in both directions', async () => {
      for (const field of Object.keys(v3.operations.searchCampaigns.filterFields)) {
        expect((await search({ query: `not(isNull(${field}))` })).pagination.total).toBeGreaterThan(0);
        const ascending = (await search({ sortBy: field })).data.map(({ id }) => id);
        expect((await search({ sortBy: `desc(${field})` })).data.map(({ id }) => id)).toEqual(
          ascending.reverse(),
        );
      }
    });
  });

  describe('searchCampaignRecipients 200', () => {
    it('returns the result of each in the latest occurrence', async () => {
      const { data, pagination } = await searchRecipients();
      expect(pagination.total).toBe(3);
      const byContact = new Map(data.map((recipient) => [recipient.contactId, recipient]));
      expect(byContact.get(world.contact.id)).toEqual({
        id: message.recipientId,
        createdAt: expect.any(String),
        contactId: world.contact.id,
        failureReason: null,
        status: 'delivered',
        skippedReason: null,
        messageId: message.messageId,
        automationRunId: message.runId,
        occursAt: '2026-10-01T00:00:00.000Z',
        repliedAt: '2026-10-02T08:00:00.000Z',
        optedOutAt: '2026-10-02T08:05:00.000Z',
      });
      expect(byContact.get(skippedId)).toMatchObject({
        status: 'skipped',
        skippedReason: 'unsubscribed',
        messageId: null,
        automationRunId: null,
        repliedAt: null,
        optedOutAt: null,
      });
      expect(data.filter(({ status }) => status === 'pending')).toMatchObject([{ occursAt: null }]);
    });

    it.each([
      ['eq(status,delivered)', 1],
      ['ne(status,delivered)', 2],
      ['not(isNull(repliedAt))', 1],
      ['gt(optedOutAt,2026-10-02)', 1],
      ['eq(skippedReason,unsubscribed)', 1],
      ['isNull(skippedReason)', 2],
      ['in(skippedReason,unreachable,"no such reason")', 0],
    ])('query %s finds %i', async (query, count) => {
      expect((await searchRecipients({ query })).pagination.total).toBe(count);
    });

    it.each(['grace', 'GRACE@EXAMPLE'])('search matches the fields of the contact: %s', async (text) => {
      const { data } = await searchRecipients({ search: text });
      expect(data.map(({ contactId }) => contactId)).toEqual([skippedId]);
    });

    it('filters by every field and sorts by it in both directions', async () => {
      for (const field of Object.keys(v3.operations.searchCampaignRecipients.filterFields)) {
        const ascending = (await searchRecipients({ sortBy: field })).data.map(({ id }) => id);
        const descending = (await searchRecipients({ sortBy: `desc(${field})` })).data.map(({ id }) => id);
        expect(descending).toEqual(ascending.reverse());
      }
    });
  });

  describe('searchCampaignRecipients 404', () => {
    it('campaign_not_found', async () => {
      const params = { campaignId: stage.other.campaign.id };
      const response = await stage.v3.call('searchCampaignRecipients', { params, token });
      expect(expectStatus(response, 404).body).toEqual(failure('campaign_not_found', 'Campaign not found'));
    });
  });
}
