import type { Database } from '@parley/database';
import {
  createAutomation,
  createChannel,
  createChat,
  createTenant,
  createWebhook,
} from '../../fixtures/index.js';

/** A workspace of the simulation, and the records that its daily rows refer to. */
export interface DailyWorkspace {
  readonly tenantId: string;
  readonly webhookId: string;
  readonly channelId: string;
  readonly chatId: string;
  readonly contactId: string;
  readonly automationId: string;
  readonly versionId: string;
  /** The number of days after which its data is removed, by kind. */
  readonly retention: DailyRetention;
}

export interface DailyRetention {
  readonly events: number;
  readonly messages: number;
  readonly automationRuns: number;
  readonly campaignSends: number;
}

/**
 * The events of most workspaces are dropped with their partition; the events of a workspace with a shorter retention
 * are removed one by one.
 */
export const usualRetention: DailyRetention = {
  events: 30,
  messages: 30,
  automationRuns: 30,
  campaignSends: 30,
};
export const shortRetention: DailyRetention = { ...usualRetention, events: 7 };

export async function createDailyWorkspace(
  database: Database,
  retention: DailyRetention,
  { receiverUrl, contacts }: { readonly receiverUrl: string; readonly contacts: number },
): Promise<DailyWorkspace> {
  const { id: tenantId } = await createTenant(database, { retentionOverrides: { ...retention } });
  const { id: webhookId } = await createWebhook(database, tenantId, {
    url: receiverUrl,
    events: [{ type: 'contact.updated' }],
  });
  const { id: channelId } = await createChannel(database, tenantId);
  const { id: chatId, contactId } = await createChat(database, tenantId, { channelId });
  const { id: automationId, latestVersionId: versionId } = await createAutomation(database, tenantId);
  await database.pool.query(
    `insert into contacts (tenant_id, id) select $1::uuid, gen_random_uuid() from generate_series(1, $2::int)`,
    [tenantId, contacts],
  );
  return {
    tenantId,
    webhookId,
    channelId,
    chatId,
    contactId,
    automationId,
    versionId,
    retention,
  };
}
