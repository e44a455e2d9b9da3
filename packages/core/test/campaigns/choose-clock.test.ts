import { describe, expect, test } from '@jest/globals';
import type { CampaignChange } from '../../src/campaigns/campaign-update.js';
import { updateCampaign } from '../../src/index.js';
import { validationErrors } from '../refusals.js';
import { useWorlds } from '../use-worlds.js';
import { prepareCampaign } from './prepare-campaign.js';
import { nine, prepareOnClocks } from './prepare-on-clocks.js';

const worlds = useWorlds();

describe('an update', () => {
  test('with a local time of the contacts follows their clocks, and with an instant no longer', async () => {
    const { context, campaign } = await prepareCampaign(worlds, { timeZone: 'Asia/Tokyo', isDraft: true });
    const refused = updateCampaign(context, campaign.id, { scheduledAt: nine, timeZone: 'Asia/Tokyo' });
    await expect(refused).rejects.toMatchObject(validationErrors({ timeZone: 'invalid_string' }));
    const following = await updateCampaign(context, campaign.id, { scheduledAt: nine });
    expect(following).toMatchObject({ scheduledAt: '2026-11-15T19:00:00.000Z', timeZone: 'contact' });
    const renamed = await updateCampaign(context, campaign.id, { name: 'Other' });
    expect(renamed).toMatchObject({ scheduledAt: '2026-11-15T19:00:00.000Z', timeZone: 'contact' });
    const scheduledAt = '2026-11-20T09:00:00.000Z';
    const fixed = await updateCampaign(context, campaign.id, { scheduledAt });
    expect(fixed).toMatchObject({ scheduledAt, timeZone: null });
  });

  test('with what a response contained changes nothing', async () => {
    const { context, campaign } = await prepareOnClocks(worlds, { recurrenceRules: ['FREQ=DAILY'] });
    const { scheduledAt, timeZone } = campaign;
    for (const change of [{ scheduledAt, timeZone }, { timeZone }, { scheduledAt }]) {
      // The record has both.
      const updated = await updateCampaign(context, campaign.id, change as CampaignChange);
      expect(updated).toEqual(campaign);
    }
  });

  test('without a time of its own ends the clocks of contacts', async () => {
    const { context, campaign } = await prepareOnClocks(worlds);
    const updated = await updateCampaign(context, campaign.id, { scheduledAt: null });
    expect(updated).toMatchObject({ scheduledAt: null, timeZone: null });
  });

  test('with an unreadable time and a zone reports only the time', async () => {
    const { context, campaign } = await prepareOnClocks(worlds);
    const scheduledAt = { at: '2026-02-30T09:00:00', timeZone: 'Europe/Berlin' };
    const refused = updateCampaign(context, campaign.id, { scheduledAt, timeZone: 'Europe/Berlin' });
    await expect(refused).rejects.toMatchObject(validationErrors({ 'scheduledAt.at': 'invalid_date' }));
  });

  test('that changes only the zone is refused, because the time would be another one', async () => {
    const { context, campaign } = await prepareOnClocks(worlds);
    for (const timeZone of ['Europe/Berlin', null]) {
      const refused = updateCampaign(context, campaign.id, { timeZone });
      await expect(refused).rejects.toMatchObject(validationErrors({ scheduledAt: 'invalid_type' }));
    }
    const scheduledAt = '2026-11-20T09:00:00.000Z';
    const moved = await updateCampaign(context, campaign.id, { timeZone: 'Europe/Berlin', scheduledAt });
    expect(moved).toMatchObject({ timeZone: 'Europe/Berlin', scheduledAt });
  });

  test('with the zone "contact" needs a local time of the contacts', async () => {
    const { context, campaign } = await prepareCampaign(worlds, { isDraft: true });
    const scheduledAt = '2026-11-20T09:00:00.000Z';
    for (const change of [{ timeZone: 'contact' }, { timeZone: 'contact', scheduledAt }]) {
      const refused = updateCampaign(context, campaign.id, change);
      await expect(refused).rejects.toMatchObject(validationErrors({ timeZone: 'invalid_string' }));
    }
    const both = await updateCampaign(context, campaign.id, { timeZone: 'contact', scheduledAt: nine });
    expect(both).toMatchObject({ timeZone: 'contact' });
  });
});
