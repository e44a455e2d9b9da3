import { expect, test } from '@jest/globals';
import { createCampaign, deactivateAutomation, newId, updateCampaign } from '../../src/index.js';
import { refusal, validationErrors } from '../refusals.js';
import { createAutomation } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { prepareCampaign } from './prepare-campaign.js';

const worlds = useWorlds();

const unknown = {
  contactIds: [newId(), 'x'],
  contacts: [{ email: 'ada@example.com', attributes: [{ externalId: 'unknown', value: 'x' }] }],
};
const unknownErrors = {
  'contactIds.0': 'not_found',
  'contactIds.1': 'not_found',
  'contacts.0.attributes.0.externalId': 'not_found',
} as const;

test('all errors of a body are reported at once, those of the time together with those of the recipients', async () => {
  const { campaign, context } = await prepareCampaign(worlds, { isDraft: true });
  const { channelId, automationId } = campaign;
  const create = (values: object) =>
    createCampaign(context, {
      name: 'Offer',
      channelId,
      automationId,
      variables: campaign.variables,
      ...values,
    });
  const update = (values: object) => updateCampaign(context, campaign.id, values);
  for (const write of [create, update]) {
    await expect(write(unknown)).rejects.toMatchObject(validationErrors(unknownErrors));
    const wrong = { ...unknown, recurrenceRules: ['often'], channelId: newId() };
    await expect(write(wrong)).rejects.toMatchObject(
      validationErrors({ ...unknownErrors, 'recurrenceRules.0': 'invalid_string' }),
    );
    await expect(write({ ...unknown, channelId: newId() })).rejects.toMatchObject(
      refusal('channel_not_found'),
    );
  }
});

test('a scheduled campaign rejects an automation that is not active; a draft accepts it and keeps its other fields', async () => {
  const { campaign, context } = await prepareCampaign(worlds, { scheduledAt: '2027-01-01T00:00:00.000Z' });
  const draft = await createAutomation(worlds.database, context.tenantId, { status: 'draft' });
  await expect(updateCampaign(context, campaign.id, { automationId: draft.id })).rejects.toMatchObject(
    refusal('automation_not_active'),
  );
  await deactivateAutomation(context, campaign.automationId);
  await expect(
    updateCampaign(context, campaign.id, { automationId: campaign.automationId }),
  ).rejects.toMatchObject(refusal('automation_not_active'));
  expect(await updateCampaign(context, campaign.id, { name: 'Later' })).toMatchObject({ name: 'Later' });
  const other = await prepareCampaign(worlds, { isDraft: true });
  const inactive = await createAutomation(worlds.database, other.context.tenantId, { status: 'draft' });
  const updated = await updateCampaign(other.context, other.campaign.id, { automationId: inactive.id });
  expect(updated.automationId).toBe(inactive.id);
});
