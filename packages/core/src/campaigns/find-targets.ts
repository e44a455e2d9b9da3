import { type AttributeType, statement } from '@parley/database';
import { checkAttributeValue } from '../attributes/check-attribute-value.js';
import type { ImportEntry } from '../contacts/import/plan-import.js';
import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import type { Faults } from '../faults.js';
import { isId } from '../ids.js';
import type { Transaction } from '../sql/transact.js';
import type { NewCampaign } from './new-campaign.js';

/** What a new campaign refers to, as far as it exists. */
export interface Targets {
  readonly isChannelFound: boolean;
  readonly isAutomationFound: boolean;
  readonly isMessageTemplateFound: boolean;
  readonly attributes: readonly TargetAttribute[];
}

interface TargetAttribute {
  readonly id: string;
  readonly externalId: string;
  readonly type: AttributeType;
}

interface TargetNames {
  readonly channelId: string;
  readonly automationId: string;
  readonly messageTemplateId?: string | null | undefined;
  readonly contacts?: readonly ImportEntry[] | undefined;
}

export async function findTargets(
  { sql }: Transaction,
  { tenantId }: Context,
  { channelId, automationId, messageTemplateId, contacts = [] }: TargetNames,
): Promise<Targets> {
  const ids = [channelId, automationId, messageTemplateId].map((id) => (id && isId(id) ? id : null));
  const named = contacts.flatMap(({ attributes = [] }) => attributes.map(({ externalId }) => externalId));
  const [targets] = await sql(selectTargets, [tenantId, ...ids, [...new Set(named)]]);
  if (targets === undefined) throw new Error('The look-up of targets gave no answer');
  return targets;
}

/** Locked, so that none of them goes away before the campaign refers to it. */
const selectTargets = statement<Targets>(
  'find-campaign-targets',
  `with channel as (
     select id from channels where tenant_id = $1::uuid and id = $2::uuid for key share
   ), automation as (
     select id from automations where tenant_id = $1::uuid and id = $3::uuid for key share
   ), template as (
     select id from message_templates where tenant_id = $1::uuid and id = $4::uuid for key share
   ), attribute as (
     select id, external_id, type from attributes
     where tenant_id = $1::uuid and external_id = any ($5::text[]) for key share
   )
   select exists (select from channel) as "isChannelFound",
     exists (select from automation) as "isAutomationFound",
     exists (select from template) as "isMessageTemplateFound",
     (select coalesce(json_agg(json_build_object('id', id, 'externalId', external_id, 'type', type)), '[]'::json)
       from attribute) as attributes`,
);

/** Refuses the first target that does not exist. */
export function refuseUnlessFound(
  {
    messageTemplateId,
    automationTerm,
  }: Pick<TargetNames, 'messageTemplateId'> & Pick<NewCampaign, 'automationTerm'>,
  targets: Targets,
): void {
  if (!targets.isChannelFound) throw notFound('channel');
  if (!targets.isAutomationFound) throw notFound(automationTerm);
  if (messageTemplateId && !targets.isMessageTemplateFound) throw notFound('message_template');
}

/** Adds each attribute that does not exist and each value that does not suit its attribute. */
export function checkAttributes(
  contacts: readonly ImportEntry[],
  { attributes }: Targets,
  faults: Faults,
): void {
  const types = new Map(attributes.map(({ externalId, type }) => [externalId, type]));
  for (const [contactIndex, contact] of contacts.entries()) {
    for (const [index, { externalId, value }] of (contact.attributes ?? []).entries()) {
      const path = `contacts.${contactIndex}.attributes.${index}`;
      const type = types.get(externalId);
      const problem = type && checkAttributeValue(type, value);
      if (type === undefined) faults.add(`${path}.externalId`, 'not_found', 'Attribute not found');
      if (problem !== undefined) faults.add(`${path}.value`, 'invalid_string', problem);
    }
  }
}
