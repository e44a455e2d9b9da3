import { automations, chats, contacts, deliveriesOf, newIdSql } from '@parley/core';

/**
 * Statements of the peer on plain `pg`. A record is read with the service's own statement, so that the data is the
 * same.
 */
export const findChat = { name: 'find-chat', text: chats.statements.find.text };
export const findContact = { name: 'find-contact', text: contacts.statements.find.text };

export const setChatStatus = {
  name: 'set-chat-status',
  text: `update chats set status = $3::chat_status, updated_at = now()
    where tenant_id = $1 and id = $2 and status <> $3::chat_status
    returning channel_id, contact_id`,
};

export const addLabel = {
  name: 'add-label',
  text: `insert into contact_labels (tenant_id, contact_id, label_id)
    select contact.tenant_id, contact.id, label.id
    from contacts contact join labels label on label.tenant_id = contact.tenant_id and label.id = any ($3::uuid[])
    where contact.tenant_id = $1 and contact.id = $2
    on conflict do nothing
    returning label_id`,
};

export const touchContact = {
  name: 'touch-contact',
  text: 'update contacts set updated_at = now() where tenant_id = $1 and id = $2',
};

export const insertEvent = {
  name: 'insert-event',
  text: `insert into events (tenant_id, id, type, channel_id, chat_id, contact_id, data)
    values ($1, $2, $3, $4, $5, $6, $7)`,
};

/** One delivery for each webhook that subscribes. */
export const insertDeliveries = {
  name: 'insert-deliveries',
  text: `insert into deliveries (tenant_id, id, event_id, webhook_id, event_type, next_attempt_at)
    select distinct on (webhook.id) webhook.tenant_id, ${newIdSql('now()')}, $2::uuid, webhook.id, $3::text::delivery_event, now()
    from webhooks webhook
    join webhook_events entry on entry.tenant_id = webhook.tenant_id and entry.webhook_id = webhook.id
    where webhook.tenant_id = $1 and webhook.status = 'active' and (entry.type is null or entry.type = $3)`,
};

/** The automations that the change triggers. */
export const findAutomations = {
  name: 'find-automations',
  text: `select id, active_version_id from automations
    where tenant_id = $1 and status = 'active' and active_version_trigger_type = $2::trigger_type`,
};

export const searchAutomations = search(automations, {
  where: `status = 'active' and latest_version_trigger_type = 'manual'`,
  orderBy: 'name, id',
});
export const searchContacts = search(contacts, {
  where: 'is_subscribed',
  orderBy: 'created_at desc, id desc',
});
export const searchChats = search(chats, { where: `status = 'open'`, orderBy: 'created_at desc, id desc' });
export const searchDeliveries = search(deliveriesOf(''), {
  where: `webhook_id = $4 and event_type = 'message.received'`,
  orderBy: 'created_at desc, id desc',
});

/** Reads the total and a page as the text of a JSON list. The values are the tenant, the limit, the offset and further ones. */
function search(
  { table, recordOf }: { table: string; recordOf: (row: string) => string },
  { where, orderBy }: { where: string; orderBy: string },
): { name: string; text: string } {
  const rows = `from ${table} where tenant_id = $1 and ${where}`;
  return {
    name: `search-${table}`,
    text: `select (select count(*)::int ${rows}) as total,
      (select coalesce(json_agg(${recordOf('entry')}), '[]')::text
       from (select * ${rows} order by ${orderBy} limit $2 offset $3) entry) as records`,
  };
}
