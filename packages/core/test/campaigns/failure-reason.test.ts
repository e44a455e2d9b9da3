import { describe, expect, test } from '@jest/globals';
import {
  abandonCampaign,
  campaignDetails,
  cancelCampaign,
  deactivateAutomation,
  failSending,
  getById,
  recipientsOf,
  search,
  startOccurrence,
} from '../../src/index.js';
import { claimMessage } from '../messages/send-one.js';
import { useWorlds } from '../use-worlds.js';
import { type PreparedCampaign, prepareCampaign } from './prepare-campaign.js';

const worlds = useWorlds();

async function read({ context, campaign }: PreparedCampaign) {
  const { failureReason } = await getById(context, campaignDetails, campaign.id);
  const { records } = await search(context, recipientsOf(campaign.id), { sortBy: 'id:asc' });
  return { campaign: failureReason, recipients: records.map((recipient) => recipient.failureReason) };
}

describe('a campaign that fails as a whole says why, and so do its recipients', () => {
  test('when its automation is no longer active', async () => {
    const prepared = await prepareCampaign(worlds, { contactCount: 2 });
    await deactivateAutomation(prepared.context, prepared.campaign.automationId);
    await startOccurrence(prepared.context, prepared.campaign.id);
    const reason = {
      code: 'automation_not_active',
      message: 'The automation was not active when the campaign was due.',
    };
    expect(await read(prepared)).toEqual({ campaign: reason, recipients: [reason, reason] });
  });

  test('when its start was abandoned', async () => {
    const prepared = await prepareCampaign(worlds, { contactCount: 1 });
    await abandonCampaign(prepared.context, prepared.campaign.id);
    const reason = expect.objectContaining({ code: 'internal_error' });
    expect(await read(prepared)).toEqual({ campaign: reason, recipients: [reason] });
  });
});

describe('recipients that fail one by one say why, and the campaign how many did', () => {
  test('by the error of their message', async () => {
    const prepared = await prepareCampaign(worlds, { contactCount: 2 });
    const { context } = prepared;
    await prepared.send();
    expect(await read(prepared)).toEqual({ campaign: null, recipients: [null, null] });
    const messageId = (await prepared.sends())[0]?.messageId ?? '';
    const attempt = { messageId, leaseToken: messageId };
    await claimMessage(context, attempt);
    const error = { code: 'number_blocked', message: 'The number is blocked.' };
    await failSending(context, attempt, error);
    const { campaign: reason, recipients } = await read(prepared);
    expect(reason).toEqual({
      code: 'recipients_failed',
      message: '1 of 2 sends failed. The first: The number is blocked.',
    });
    expect(recipients).toEqual(expect.arrayContaining([error, null]));
  });

  test('by the error of their run, when it ended before there was a message', async () => {
    const prepared = await prepareCampaign(worlds, {
      contactCount: 1,
      steps: [{ type: 'add_label', labelId: '0193a1e0-5c00-7000-8000-000000000031' }],
    });
    await prepared.send();
    expect(await read(prepared)).toMatchObject({
      campaign: { code: 'recipients_failed', message: expect.stringContaining('The label of this step') },
      recipients: [{ code: 'label_not_found' }],
    });
  });

  test('with missing_variable when the contact lacks a field that the text names; nothing is sent to them', async () => {
    const prepared = await prepareCampaign(worlds, {
      contactCount: 2,
      steps: [{ type: 'send_message', text: 'Hi {{firstName}},' }],
    });
    const { context, contactIds } = prepared;
    await worlds.database.prisma.contact.updateMany({
      where: { id: contactIds[0] ?? '' },
      data: { firstName: null },
    });
    await prepared.send();
    const { recipients } = await read(prepared);
    expect(recipients).toContainEqual({
      code: 'missing_variable',
      message: 'There is no value for {{firstName}}.',
    });
    expect(await prepared.totals()).toMatchObject({ recipients: 2, failed: 1, pending: 1 });
    const { tenantId } = context;
    const messages = await worlds.database.prisma.message.findMany({ where: { tenantId } });
    expect(messages.map(({ text }) => text)).toEqual(['Hi Ada,']);
  });

  test('with the code unknown when a provider reports no reason', async () => {
    const prepared = await prepareCampaign(worlds, { contactCount: 1 });
    await prepared.send();
    await worlds.database.prisma.campaignSend.updateMany({
      where: { campaignId: prepared.campaign.id },
      data: { status: 'failed' },
    });
    expect(await read(prepared)).toMatchObject({
      campaign: { message: '1 of 1 sends failed. The first: No reason is known.' },
      recipients: [{ code: 'unknown' }],
    });
  });
});

test('recipients that were canceled have a reason only when their automation was deactivated', async () => {
  const byAutomation = await prepareCampaign(worlds, { contactCount: 1 });
  await startOccurrence(byAutomation.context, byAutomation.campaign.id);
  await deactivateAutomation(byAutomation.context, byAutomation.campaign.automationId);
  expect(await read(byAutomation)).toMatchObject({
    campaign: null,
    recipients: [{ code: 'automation_not_active' }],
  });
  const byOwner = await prepareCampaign(worlds, { contactCount: 1 });
  await startOccurrence(byOwner.context, byOwner.campaign.id);
  await cancelCampaign(byOwner.context, byOwner.campaign.id);
  expect(await read(byOwner)).toEqual({ campaign: null, recipients: [null] });
});
