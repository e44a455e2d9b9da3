import type { Database, Prisma } from '../../packages/database/src/index.js';

/** The rows of each table that the demo fills, in the names of `schema.prisma`. */
export interface DemoRows {
  tenants: Prisma.TenantCreateManyInput;
  api_keys: Prisma.ApiKeyCreateManyInput;
  channels: Prisma.ChannelCreateManyInput;
  contacts: Prisma.ContactCreateManyInput;
  merged_contacts: Prisma.MergedContactCreateManyInput;
  handles: Prisma.HandleCreateManyInput;
  labels: Prisma.LabelCreateManyInput;
  contact_labels: Prisma.ContactLabelCreateManyInput;
  attributes: Prisma.AttributeCreateManyInput;
  attribute_values: Prisma.AttributeValueCreateManyInput;
  users: Prisma.UserCreateManyInput;
  teams: Prisma.TeamCreateManyInput;
  segments: Prisma.SegmentCreateManyInput;
  team_members: Prisma.TeamMemberCreateManyInput;
  message_templates: Prisma.MessageTemplateCreateManyInput;
  chats: Prisma.ChatCreateManyInput;
  messages: Prisma.MessageCreateManyInput;
  chat_notes: Prisma.ChatNoteCreateManyInput;
  automations: Prisma.AutomationCreateManyInput;
  automation_versions: Prisma.AutomationVersionCreateManyInput;
  automation_runs: Prisma.AutomationRunCreateManyInput;
  automation_run_steps: Prisma.AutomationRunStepCreateManyInput;
  campaigns: Prisma.CampaignCreateManyInput;
  campaign_recipients: Prisma.CampaignRecipientCreateManyInput;
  campaign_occurrences: Prisma.CampaignOccurrenceCreateManyInput;
  campaign_sends: Prisma.CampaignSendCreateManyInput;
  files: Prisma.FileCreateManyInput;
  file_contents: Prisma.FileContentCreateManyInput;
  webhooks: Prisma.WebhookCreateManyInput;
  webhook_events: Prisma.WebhookEventCreateManyInput;
  /** The records of the service are interfaces, which lack the index signature of Prisma's JSON. */
  events: Omit<Prisma.EventCreateManyInput, 'data'> & { readonly data: object };
}

export type Client = Pick<Database['pool'], 'query'>;

/**
 * Inserts rows and returns how many are new. It uses SQL: the first statements of a Prisma client need a second of
 * compilation, which would delay the first start.
 */
export async function insertRows<Table extends keyof DemoRows>(
  client: Client,
  table: Table,
  rows: readonly DemoRows[Table][],
  { skipDuplicates = false } = {},
): Promise<number> {
  let count = 0;
  for (const [columns, alike] of groupByColumns(rows)) {
    const inserted = await client.query(
      `insert into ${table} (${columns})
       select ${columns} from jsonb_populate_recordset(null::${table}, $1)
       ${skipDuplicates ? 'on conflict do nothing' : ''}`,
      [JSON.stringify(alike.map(toRecord))],
    );
    count += inserted.rowCount ?? 0;
  }
  return count;
}

/**
 * Groups rows by their columns. Rows with the same columns are inserted together, so that a missing column gets its
 * default.
 */
function groupByColumns(rows: readonly object[]): Map<string, object[]> {
  const groups = new Map<string, object[]>();
  for (const row of rows) {
    const columns = Object.keys(row).map(columnName).join(', ');
    groups.set(columns, [...(groups.get(columns) ?? []), row]);
  }
  return groups;
}

function toRecord(row: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [columnName(name), toJson(value)]));
}

/** Bytes become the hexadecimal text that PostgreSQL reads. */
function toJson(value: unknown): unknown {
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
}

function columnName(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
