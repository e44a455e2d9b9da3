import type { Database } from '../packages/database/src/index.js';
import { automations, automationVersions } from './demo/automations.js';
import { campaignOccurrences, campaignRecipients, campaignSends, makeCampaigns } from './demo/campaigns.js';
import { channels } from './demo/channels.js';
import { chats, messages } from './demo/chats.js';
import {
  attributes,
  attributeValues,
  contactLabels,
  contacts,
  handles,
  labels,
  mergedContacts,
} from './demo/contacts.js';
import { fileContents, files } from './demo/files.js';
import { demoTenantId } from './demo/ids.js';
import { insertEvents } from './demo/insert-events.js';
import { type Client, insertRows } from './demo/insert-rows.js';
import { messageTemplates } from './demo/message-templates.js';
import { makeNotes } from './demo/notes.js';
import { automationRunSteps, automationRuns } from './demo/runs.js';
import { segments } from './demo/segments.js';
import { shiftTimes } from './demo/shift-times.js';
import { demoKey, demoTenant } from './demo/tenant.js';
import { teamMembers, teams, users } from './demo/users.js';
import { makeWebhooks, webhookEvents } from './demo/webhooks.js';

export { demoKeyId, demoTenantId } from './demo/ids.js';

/** The view of a database with the scope that its transactions declare. */
type Scoped = Pick<Database, 'pool' | 'scope'>;

/**
 * Fills a database with the demo tenant, whose ids are those of the examples in the contract; its latest dates are shifted to now.
 * Returns false, and changes nothing, when there is already a tenant of that id or name.
 */
export async function seedDemo({ pool, scope }: Scoped, now = new Date()): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    // The setting of `withScope`. This file imports only types of the packages, because it is built apart from them.
    if (scope !== undefined) await client.query(`select set_config('parley.tenant_id', $1, true)`, [scope]);
    const isNew = await insertDemo(client, now);
    await client.query('commit');
    return isNew;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function insertDemo(client: Client, now: Date): Promise<boolean> {
  const ours = <Row extends object>(row: Row) => ({ ...shiftTimes(row, now), tenantId: demoTenantId });
  // The insert also waits for another process that seeds at the same moment.
  const tenant = [shiftTimes(demoTenant, now)];
  const added = await insertRows(client, 'tenants', tenant, { skipDuplicates: true });
  if (added === 0) return false;
  await insertRows(client, 'api_keys', [ours(demoKey)]);
  await insertRows(client, 'channels', channels.map(ours));
  await insertRows(client, 'contacts', contacts.map(ours));
  await insertRows(client, 'merged_contacts', mergedContacts.map(ours));
  await insertRows(client, 'handles', handles.map(ours));
  await insertRows(client, 'labels', labels.map(ours));
  await insertRows(client, 'contact_labels', contactLabels.map(ours));
  await insertRows(client, 'attributes', attributes.map(ours));
  await insertRows(client, 'attribute_values', attributeValues.map(ours));
  await insertRows(client, 'users', users.map(ours));
  await insertRows(client, 'teams', teams.map(ours));
  await insertRows(client, 'team_members', teamMembers.map(ours));
  await insertRows(client, 'segments', segments.map(ours));
  await insertRows(client, 'files', files.map(ours));
  await insertRows(client, 'file_contents', fileContents.map(ours));
  await insertRows(client, 'message_templates', messageTemplates.map(ours));
  await insertRows(client, 'chats', chats.map(ours));
  await insertRows(client, 'chat_notes', makeNotes(now).map(ours));
  await insertRows(client, 'automations', automations.map(ours));
  await insertRows(client, 'automation_versions', automationVersions.map(ours));
  await insertRows(client, 'campaigns', makeCampaigns(now).map(ours));
  await insertRows(client, 'campaign_recipients', campaignRecipients.map(ours));
  await insertRows(client, 'campaign_occurrences', campaignOccurrences.map(ours));
  // A send names its message, which names the send.
  await client.query('set constraints all deferred');
  await insertRows(client, 'campaign_sends', campaignSends.map(ours));
  await insertRows(client, 'automation_runs', automationRuns.map(ours));
  await insertRows(client, 'automation_run_steps', automationRunSteps.map(ours));
  await insertRows(client, 'messages', messages.map(ours));
  await insertRows(client, 'webhooks', makeWebhooks().map(ours));
  await insertRows(client, 'webhook_events', webhookEvents.map(ours));
  await insertEvents(client, now);
  return true;
}
