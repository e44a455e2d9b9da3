import { type AttributeType, statement } from '@parley/database';
import type { Context } from '../context.js';
import { isId } from '../ids.js';
import { bulkStatement } from '../sql/bulk-statement.js';
import type { Transaction } from '../sql/transact.js';
import type { Recipients } from './add-recipients.js';

/** What a campaign refers to, as far as it exists. */
export interface Targets {
  readonly isChannelFound: boolean;
  readonly isAutomationFound: boolean;
  readonly isAutomationActive: boolean;
  readonly isMessageTemplateFound: boolean;
  readonly attributes: readonly TargetAttribute[];
  readonly contactIds: readonly string[];
}

interface TargetAttribute {
  readonly id: string;
  readonly externalId: string;
  readonly type: AttributeType;
}

interface TargetNames extends Recipients {
  readonly channelId: string;
  readonly automationId: string;
  readonly messageTemplateId?: string | null | undefined;
}

export async function findTargets(
  { sql }: Transaction,
  { tenantId }: Context,
  { channelId, automationId, messageTemplateId, contacts = [], contactIds = [] }: TargetNames,
): Promise<Targets> {
  const ids = [channelId, automationId, messageTemplateId].map((id) => (id && isId(id) ? id : null));
  const named = contacts.flatMap(({ attributes = [] }) => attributes.map(({ externalId }) => externalId));
  const [targets] = await sql(selectTargets, [tenantId, ...ids, [...new Set(named)]]);
  if (targets === undefined) throw new Error('The look-up of targets gave no answer');
  const wanted = [...new Set(contactIds.filter(isId))];
  const found = wanted.length > 0 ? await sql(lockContacts, [tenantId, wanted]) : [];
  return { ...targets, contactIds: found.map(({ id }) => id) };
}

/** Locked, so that none of them goes away before the campaign refers to it. */
const selectTargets = statement<Omit<Targets, 'contactIds'>>(
  'find-campaign-targets',
  `with channel as (
     select id from channels where tenant_id = $1::uuid and id = $2::uuid for key share
   ), automation as (
     select id, status from automations where tenant_id = $1::uuid and id = $3::uuid for key share
   ), template as (
     select id from message_templates where tenant_id = $1::uuid and id = $4::uuid for key share
   ), attribute as (
     select id, external_id, type from attributes
     where tenant_id = $1::uuid and external_id = any ($5::text[]) for key share
   )
   select exists (select from channel) as "isChannelFound",
     exists (select from automation) as "isAutomationFound",
     exists (select from automation where status = 'active') as "isAutomationActive",
     exists (select from template) as "isMessageTemplateFound",
     (select coalesce(json_agg(json_build_object('id', id, 'externalId', external_id, 'type', type)), '[]'::json)
       from attribute) as attributes`,
);

/** In the order of their ids, as imports do, so that two of them cannot wait for each other in a circle. */
const lockContacts = bulkStatement<{ id: string }>(
  `select id from contacts where tenant_id = $1::uuid and id = any ($2::uuid[]) order by id for key share`,
);
