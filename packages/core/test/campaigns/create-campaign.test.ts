import { describe, expect, test } from '@jest/globals';
import { createCampaign, listChannelCampaigns, newId } from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { refusal, validationErrors } from '../refusals.js';
import { startTime, withKey } from '../test-context.js';
import { createAutomation, createChannel, createMessageTemplate } from '../testkit.js';
import { newPhoneNumber, useCampaigns } from './use-campaigns.js';

const { worlds, tenantId, base, context, create, recipientsOf } = useCampaigns();
const { database, other } = worlds;

describe('create a campaign', () => {
  test('without a schedule it is due now, with a job for the worker', async () => {
    const variables = [{ name: 'discount', value: '10 %' }];
    const campaign = await create({ variables });
    expect(campaign).toEqual({
      id: campaign.id,
      timeZone: null,
      name: 'Offer',
      failureReason: null,
      audienceQuery: null,
      segmentId: null,
      channelId: base().channelId,
      automationId: base().automationId,
      messageTemplateId: null,
      mediaFileId: null,
      status: 'scheduled',
      isScheduled: false,
      scheduledAt: null,
      isRecurring: false,
      recurrenceRules: [],
      variables,
      nextOccurrenceAt: startTime,
      createdAt: startTime,
      updatedAt: startTime,
      totals: expect.objectContaining({ recipients: 0, pending: 0 }),
    });
    expect(await findJobs(database, 'start-campaign', campaign.id)).toMatchObject([
      { payload: { tenantId: tenantId(), campaignId: campaign.id }, runAt: new Date(startTime) },
    ]);
    expect(await recipientsOf(campaign.id)).toEqual([]);
  });

  test('with a schedule it is due then, with rules it recurs from then on', async () => {
    const { id: messageTemplateId } = await createMessageTemplate(database, tenantId());
    const steps = [{ type: 'send_template', messageTemplateId }];
    const { id: automationId } = await createAutomation(database, tenantId(), { steps });
    const campaign = await create({
      automationId,
      isScheduled: true,
      scheduledAt: '2026-12-01T09:00:00+01:00',
      isRecurring: true,
      recurrenceRules: ['FREQ=WEEKLY;COUNT=4'],
      messageTemplateId,
    });
    const scheduledAt = '2026-12-01T08:00:00.000Z';
    expect(campaign).toMatchObject({
      isScheduled: true,
      scheduledAt,
      nextOccurrenceAt: scheduledAt,
      isRecurring: true,
      recurrenceRules: ['FREQ=WEEKLY;COUNT=4'],
      messageTemplateId,
    });
    const [job] = await findJobs(database, 'start-campaign', campaign.id);
    expect(job?.runAt).toEqual(new Date(scheduledAt));
  });

  test('a date or rules count even without the flag', async () => {
    const scheduledAt = '2026-12-01T09:00:00.000Z';
    expect(await create({ scheduledAt })).toMatchObject({ isScheduled: true, nextOccurrenceAt: scheduledAt });
    expect(await create({ recurrenceRules: ['FREQ=DAILY'] })).toMatchObject({ isRecurring: true });
    expect(await create({ isScheduled: false, isRecurring: false, recurrenceRules: [] })).toMatchObject({
      isScheduled: false,
      isRecurring: false,
    });
  });

  test('a flag that is off overrides a date or rules, which are not stored', async () => {
    const off = { isScheduled: false, isRecurring: false };
    const sentAlong = { scheduledAt: '2026-12-01T09:00:00.000Z', recurrenceRules: ['FREQ=DAILY'] };
    expect(await create({ ...off, ...sentAlong })).toMatchObject({
      ...off,
      scheduledAt: null,
      recurrenceRules: [],
      nextOccurrenceAt: startTime,
    });
  });

  test('409 when the automation is not active, unless the campaign is a draft', async () => {
    const { id: automationId } = await createAutomation(database, tenantId(), { status: 'inactive' });
    await expect(create({ automationId })).rejects.toMatchObject(refusal('automation_not_active'));
    await expect(create({ automationId, isDraft: true })).resolves.toMatchObject({ status: 'draft' });
  });

  test('400 on every error at once: missing date and rules, wrong rules, unknown attributes, invalid values', async () => {
    const attributes = [
      { externalId: 'city', value: 'Berlin' },
      { externalId: 'unknown', value: 'x' },
      { externalId: 'age', value: 'old' },
    ];
    await expect(
      create({
        isScheduled: true,
        isRecurring: true,
        contacts: [{}, { attributes, email: 'ada@example.com' }],
      }),
    ).rejects.toMatchObject(
      validationErrors({
        scheduledAt: 'invalid_type',
        recurrenceRules: 'invalid_type',
        'contacts.0': 'invalid_type',
        'contacts.1.attributes.1.externalId': 'not_found',
        'contacts.1.attributes.2.value': 'invalid_string',
      }),
    );
    await expect(create({ isRecurring: true, recurrenceRules: [] })).rejects.toMatchObject(
      validationErrors({ recurrenceRules: 'too_small' }),
    );
    await expect(create({ recurrenceRules: ['FREQ=DAILY', 'often'] })).rejects.toMatchObject(
      validationErrors({ 'recurrenceRules.1': 'invalid_string' }),
    );
  });

  test('400 for another tenant’s attribute: the error lists at most 50, and nothing is written', async () => {
    const attributes = [{ externalId: other.attribute.externalId, value: 'x' }];
    const phoneNumber = newPhoneNumber();
    const entries = Array.from({ length: 60 }, () => ({
      phoneNumber,
      attributes,
      labels: [{ name: 'Unmade' }],
    }));
    const failure: unknown = await create({ contacts: entries }).catch((error: unknown) => error);
    expect(failure).toMatchObject(refusal('invalid_body_params'));
    expect(Object.keys(Object(failure).details.invalidParams)).toHaveLength(50);
    expect(await database.prisma.handle.count({ where: { value: phoneNumber } })).toBe(0);
    expect(await database.prisma.label.count({ where: { name: 'Unmade' } })).toBe(0);
  });

  test('404 for a channel, automation or template, in this order, that is unknown, malformed or another tenant’s', async () => {
    const wrong = (id: string) => [newId(), 'x', id];
    for (const channelId of wrong(other.channel.id)) {
      await expect(create({ channelId, automationId: newId() })).rejects.toMatchObject(
        refusal('channel_not_found'),
      );
    }
    for (const automationId of wrong(other.automation.id)) {
      const attempt = create({ automationId, messageTemplateId: newId() });
      await expect(attempt).rejects.toMatchObject(refusal('automation_not_found'));
    }
    for (const messageTemplateId of wrong(other.messageTemplate.id)) {
      const attempt = create({ messageTemplateId, contacts: [{ phoneNumber: newPhoneNumber() }] });
      await expect(attempt).rejects.toMatchObject(refusal('message_template_not_found'));
    }
  });

  test('400 for the request itself comes before 404', async () => {
    await expect(create({ channelId: newId(), isScheduled: true })).rejects.toMatchObject(
      validationErrors({ scheduledAt: 'invalid_type' }),
    );
  });

  test('is created once for an idempotency key, with its contacts', async () => {
    const campaign = { ...base(), contacts: [{ email: 'one@example.com' }, { email: 'two@example.com' }] };
    const attempt = () => createCampaign(withKey(context(), { key: 'campaign' }), campaign);
    const first = await attempt();
    expect(await attempt()).toEqual(first);
    expect(await recipientsOf(first.id)).toHaveLength(2);
  });
});

describe('list the campaigns of a channel', () => {
  test('returns all of the channel, newest first; 404 for an unknown, a malformed and another tenant’s channel', async () => {
    const channel = await createChannel(database, tenantId());
    const clocked = context();
    const older = await createCampaign(clocked, { ...base(), channelId: channel.id });
    clocked.clock.advance(1);
    const newer = await createCampaign(clocked, { ...base(), channelId: channel.id });
    const listed = [newer, older].map(({ totals: _totals, failureReason: _reason, ...campaign }) => campaign);
    expect(await listChannelCampaigns(context(), channel.id)).toEqual(listed);
    const empty = await createChannel(database, tenantId());
    expect(await listChannelCampaigns(context(), empty.id)).toEqual([]);
    for (const channelId of [newId(), 'x', other.channel.id]) {
      await expect(listChannelCampaigns(context(), channelId)).rejects.toMatchObject(
        refusal('channel_not_found'),
      );
    }
  });
});
