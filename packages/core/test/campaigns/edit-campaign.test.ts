import { describe, expect, test } from '@jest/globals';
import {
  createCampaign,
  finishCampaign,
  newId,
  startCampaign,
  startOccurrence,
  updateCampaign,
} from '../../src/index.js';
import { refusal, validationErrors } from '../refusals.js';
import { createChannel, createContact } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { prepareCampaign } from './prepare-campaign.js';
import { plannedStart } from './report-status.js';

const worlds = useWorlds();

describe('a draft', () => {
  test('waits until it is started; its rules apply from then on', async () => {
    const prepared = await prepareCampaign(worlds, {
      isDraft: true,
      recurrenceRules: ['FREQ=DAILY;COUNT=2'],
    });
    const { campaign, context } = prepared;
    expect(campaign).toMatchObject({ status: 'draft', nextOccurrenceAt: null });
    expect(await plannedStart(prepared)).toEqual([]);
    expect(await startOccurrence(context, campaign.id)).toBeNull();
    context.clock.advance(5 * 3_600_000);
    const started = await startCampaign(context, campaign.id);
    const now = context.now().toISOString();
    expect(started).toMatchObject({ status: 'scheduled', nextOccurrenceAt: now });
    expect(await plannedStart(prepared)).toEqual([now]);
    await expect(startCampaign(context, campaign.id)).rejects.toMatchObject(
      refusal('campaign_state_conflict'),
    );
    await startOccurrence(context, campaign.id);
    expect(await plannedStart(prepared)).toEqual(['2026-11-15T14:30:00.000Z']);
  });

  test('400 on each recipient that does not exist', async () => {
    const { campaign, context, contactIds } = await prepareCampaign(worlds, { isDraft: true });
    const { channelId, automationId } = campaign;
    for (const contactId of [newId(), 'x', worlds.own.contact.id]) {
      const attempt = createCampaign(context, {
        name: 'Offer',
        channelId,
        automationId,
        variables: [{ name: 'code', value: 'A-1' }],
        contactIds: [contactIds[0] ?? '', contactId],
      });
      await expect(attempt).rejects.toMatchObject(validationErrors({ 'contactIds.1': 'not_found' }));
    }
  });
});

describe('update', () => {
  test('changes the given fields, replaces recipients, and computes the timing again', async () => {
    const prepared = await prepareCampaign(worlds);
    const { campaign, context, contactIds } = prepared;
    const contact = await createContact(worlds.database, context.tenantId);
    const scheduledAt = '2026-12-24T18:00:00.000Z';
    const updated = await updateCampaign(context, campaign.id, {
      name: 'Gifts',
      scheduledAt,
      variables: [{ name: 'code', value: 'B-2' }],
      contactIds: [contact.id, contactIds[0] ?? ''],
      contacts: [{ phoneNumber: contact.phoneNumber }],
    });
    expect(updated).toMatchObject({
      name: 'Gifts',
      status: 'scheduled',
      isScheduled: true,
      scheduledAt,
      nextOccurrenceAt: scheduledAt,
      channelId: campaign.channelId,
      variables: [{ name: 'code', value: 'B-2' }],
      totals: { recipients: 2 },
    });
    expect(await plannedStart(prepared)).toEqual([scheduledAt]);
    const later = await updateCampaign(context, campaign.id, { recurrenceRules: ['FREQ=DAILY'] });
    expect(later).toMatchObject({ isRecurring: true, nextOccurrenceAt: scheduledAt, name: 'Gifts' });
  });

  test('new rules for a campaign that was already sent do not send it at once', async () => {
    const prepared = await prepareCampaign(worlds, {
      contactCount: 0,
      scheduledAt: '2026-11-14T09:00:00.000Z',
      recurrenceRules: ['FREQ=DAILY'],
    });
    const { campaign, context } = prepared;
    await startOccurrence(context, campaign.id);
    await finishCampaign(context, campaign.id);
    const updated = await updateCampaign(context, campaign.id, { recurrenceRules: ['FREQ=WEEKLY'] });
    expect(updated.nextOccurrenceAt).toBe('2026-11-21T09:00:00.000Z');
    await expect(updateCampaign(context, campaign.id, { contactIds: [] })).rejects.toMatchObject(
      refusal('campaign_state_conflict'),
    );
  });

  test('409 once it runs; 400 and 404 as on creation', async () => {
    const { campaign, context } = await prepareCampaign(worlds);
    const { other } = worlds;
    await expect(updateCampaign(context, campaign.id, { recurrenceRules: ['often'] })).rejects.toMatchObject(
      validationErrors({ 'recurrenceRules.0': 'invalid_string' }),
    );
    const wrong = [
      [{ channelId: other.channel.id }, 'channel_not_found'],
      [{ automationId: other.automation.id }, 'automation_not_found'],
      [{ messageTemplateId: other.messageTemplate.id }, 'message_template_not_found'],
    ] as const;
    for (const [change, code] of wrong) {
      await expect(updateCampaign(context, campaign.id, change)).rejects.toMatchObject(refusal(code));
    }
    const missing = { contactIds: [other.contact.id], contacts: [{ email: 'ada@example.com' }] };
    await expect(updateCampaign(context, campaign.id, missing)).rejects.toMatchObject(
      validationErrors({ 'contactIds.0': 'not_found' }),
    );
    const unknown = {
      contacts: [{ email: 'ada@example.com', attributes: [{ externalId: 'unknown', value: 'x' }] }],
    };
    await expect(updateCampaign(context, campaign.id, unknown)).rejects.toMatchObject(
      validationErrors({ 'contacts.0.attributes.0.externalId': 'not_found' }),
    );
    const channel = await createChannel(worlds.database, context.tenantId, { type: 'sms' });
    const moved = await updateCampaign(context, campaign.id, {
      channelId: channel.id,
      messageTemplateId: null,
    });
    expect(moved).toMatchObject({ channelId: channel.id, messageTemplateId: null });
    await startOccurrence(context, campaign.id);
    await expect(updateCampaign(context, campaign.id, { name: 'x' })).rejects.toMatchObject(
      refusal('campaign_state_conflict'),
    );
  });
});
