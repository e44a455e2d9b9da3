import { useResource } from '../../../testkit/src/hooks/index.js';
import type { ImportEntry } from '../../src/contacts/import/plan-import.js';
import { contacts, createCampaign, getById, type NewCampaign } from '../../src/index.js';
import { createContext } from '../test-context.js';
import { createAttribute, createAutomation, createChannel, createTenant, createWebhook } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

/**
 * Creates a tenant with a channel, an active automation, two attributes and a webhook before the tests. The returned
 * functions work only inside tests.
 */
export function useCampaigns() {
  const worlds = useWorlds();
  const prepare = async (): Promise<{ tenantId: string; base: NewCampaign }> => {
    const { database } = worlds;
    const { id: tenantId } = await createTenant(database);
    const channel = await createChannel(database, tenantId);
    const automation = await createAutomation(database, tenantId);
    await createWebhook(database, tenantId, { events: [{ type: 'contact.updated' }] });
    await createAttribute(database, tenantId, { externalId: 'city' });
    await createAttribute(database, tenantId, { externalId: 'age', type: 'number' });
    return { tenantId, base: { channelId: channel.id, name: 'Offer', automationId: automation.id } };
  };
  const state = useResource(prepare);
  const context = () => createContext(worlds.database, state.tenantId);
  const create = (values: Partial<NewCampaign> = {}) =>
    createCampaign(context(), { ...state.base, ...values });
  /** Returns the contacts of a campaign, as they are now. */
  const recipientsOf = async (campaignId: string) => {
    const rows = await worlds.database.prisma.campaignRecipient.findMany({ where: { campaignId } });
    return Promise.all(rows.map(({ contactId }) => getById(context(), contacts, contactId)));
  };
  return {
    worlds,
    tenantId: () => state.tenantId,
    base: () => state.base,
    context,
    create,
    recipientsOf,
    importing: async (...entries: ImportEntry[]) => recipientsOf((await create({ contacts: entries })).id),
  };
}

let lastNumber = 0;

export function newPhoneNumber(): string {
  lastNumber += 1;
  return `+4930${String(lastNumber).padStart(7, '0')}`;
}
