import type { Workspace } from './plant/workspace.js';

/** The work that is still in progress. The run that is scheduled for tomorrow does not count. */
const unsettled: Readonly<Record<string, string>> = {
  deliveries: `select from deliveries where tenant_id = $1 and status in ('pending', 'delivering')`,
  'runs of automations': `select from automation_runs where tenant_id = $1 and status in ('scheduled', 'running')
    and scheduled_at < now()`,
  campaigns: `select from campaigns where tenant_id = $1 and status <> 'completed'`,
  'messages to send': `select from messages message join chats chat on chat.tenant_id = message.tenant_id and chat.id = message.chat_id
    join channels channel on channel.tenant_id = chat.tenant_id and channel.id = chat.channel_id
    where message.tenant_id = $1 and message.sender = 'outbound' and message.status = 'pending' and channel.provider <> 'email'`,
  'messages without their words': `select from messages message where tenant_id = $1 and (text <> '' or subject <> '')
    and not exists (select from message_words where tenant_id = message.tenant_id and message_id = message.id)`,
  'media to fetch': `select from messages where tenant_id = $1 and attachments @> '[{"needsCredentials": true}]'`,
};

export async function findUnsettled({ database, tenantId }: Workspace): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(unsettled).map(async ([name, query]) => {
      const { rows } = await database.pool.query<{ count: number }>(
        `select count(*)::int as count from (${query}) found`,
        [tenantId],
      );
      return rows[0]?.count ? [`${rows[0].count} ${name}`] : [];
    }),
  );
  return found.flat();
}
