import { createCampaign } from '../../src/index.js';
import type { Worlds } from '../use-worlds.js';
import { prepareCampaign } from './prepare-campaign.js';

/** A local time of each contact. */
export const nine = { at: '2026-11-16T09:00:00', timeZone: 'contact' };
const zones = ['Pacific/Auckland', 'Europe/Berlin', 'America/Los_Angeles'];

/** Prepares a campaign at nine o'clock of each contact, in three zones. */
export async function prepareOnClocks(
  worlds: Worlds,
  { at = nine.at, recurrenceRules = [] }: { recurrenceRules?: readonly string[]; at?: string } = {},
) {
  const prepared = await prepareCampaign(worlds, { contactCount: 3, isDraft: true });
  for (const [index, id] of prepared.contactIds.entries())
    await worlds.database.prisma.contact.updateMany({
      where: { id },
      data: { timeZone: zones[index] ?? null },
    });
  const { channelId, automationId } = prepared.campaign;
  const campaign = await createCampaign(prepared.context, {
    name: 'Good morning',
    channelId,
    automationId,
    contactIds: prepared.contactIds,
    variables: [{ name: 'code', value: 'A-1' }],
    scheduledAt: { ...nine, at },
    recurrenceRules,
  });
  return { ...prepared, campaign };
}
