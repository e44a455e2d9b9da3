import type { AttributeType, ChannelType, MessageTemplateStatus } from '@parley/database';
import type { Context } from '../context.js';
import { isId } from '../ids.js';
import { isNotErased } from '../resources/is-not-erased.js';
import { bulkStatement } from '../sql/bulk-statement.js';
import { formFor, lockingStatement, type TwoForms } from '../sql/reading.js';
import type { Transaction } from '../sql/transact.js';
import type { ValidPart } from '../valid-part.js';
import type { Recipients } from './recipients.js';

/** The records that a campaign refers to; null for those that do not exist. */
export interface Targets {
  readonly channel: { readonly type: ChannelType } | null;
  readonly automation: TargetAutomation | null;
  readonly messageTemplate: TargetTemplate | null;
  readonly attributes: readonly TargetAttribute[];
  readonly contactIds: readonly string[];
}

export interface TargetAutomation {
  readonly isActive: boolean;
  /** Whether the version that a campaign would run has a template step, also a nested one. */
  readonly hasTemplateStep: boolean;
  /** The steps as stored; null while no version is active. */
  readonly activeSteps: unknown;
}

interface TargetTemplate {
  /** Null for every channel. */
  readonly channelType: ChannelType | null;
  readonly status: MessageTemplateStatus;
}

interface TargetAttribute {
  readonly id: string;
  readonly externalId: string;
  readonly type: AttributeType;
}

interface TargetNames extends ValidPart<Recipients> {
  readonly channelId?: string | undefined;
  readonly automationId?: string | undefined;
  readonly messageTemplateId?: string | null | undefined;
}

export async function findTargets(
  transaction: Transaction,
  { tenantId }: Context,
  { channelId, automationId, messageTemplateId, contacts = [], contactIds = [] }: TargetNames,
): Promise<Targets> {
  const ids = [channelId, automationId, messageTemplateId].map((id) => (id && isId(id) ? id : null));
  const named = contacts.flatMap((contact) =>
    (contact?.attributes ?? []).map(({ externalId }) => externalId),
  );
  const [targets] = await transaction.sql(formFor(transaction, selectTargets), [
    tenantId,
    ...ids,
    [...new Set(named)],
  ]);
  if (targets === undefined) throw new Error('The lookup of targets returned no row');
  const wanted = [...new Set(contactIds.filter((id) => id !== undefined && isId(id)))];
  const contactsForm = formFor(transaction, findContacts);
  const found = wanted.length > 0 ? await transaction.sql(contactsForm, [tenantId, wanted]) : [];
  return { ...targets, contactIds: found.map(({ id }) => id) };
}

/** Locks the records, so that none is deleted before the campaign refers to it. */
const selectTargets = lockingStatement<Omit<Targets, 'contactIds'>>(
  'find-campaign-targets',
  (keyShare) => `with channel as (
     select type from channels where tenant_id = $1::uuid and id = $2::uuid ${keyShare}
   ), automation as (
     select status = 'active' as is_active, coalesce(active_version_id, latest_version_id) as version_id
     from automations where tenant_id = $1::uuid and id = $3::uuid ${keyShare}
   ), template as (
     select channel_type, status from message_templates where tenant_id = $1::uuid and id = $4::uuid ${keyShare}
   ), attribute as (
     select id, external_id, type from attributes
     where tenant_id = $1::uuid and external_id = any ($5::text[]) ${keyShare}
   )
   select (select json_build_object('type', type) from channel) as channel,
     (select json_build_object('isActive', automation.is_active, 'hasTemplateStep',
         jsonb_path_exists(version.steps, '$.** ? (@.type == "send_template")'),
         'activeSteps', case when automation.is_active then version.steps end)
       from automation join automation_versions version
         on version.tenant_id = $1::uuid and version.id = automation.version_id) as automation,
     (select json_build_object('channelType', channel_type, 'status', status) from template) as "messageTemplate",
     (select coalesce(json_agg(json_build_object('id', id, 'externalId', external_id, 'type', type)), '[]'::json)
       from attribute) as attributes`,
);

const contactsByIds = `select id from contacts
  where tenant_id = $1::uuid and id = any ($2::uuid[]) and ${isNotErased('contacts.id')}`;

/** Locks the contacts in the order of their ids, as imports do, so that two transactions cannot deadlock. */
const findContacts: TwoForms<{ id: string }> = {
  locking: bulkStatement('find-campaign-contacts', `${contactsByIds} order by id for key share`),
  reading: bulkStatement('find-campaign-contacts-to-read', contactsByIds),
};
