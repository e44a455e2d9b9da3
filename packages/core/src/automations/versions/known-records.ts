import type { AttributeType } from '@parley/database';
import type { Context } from '../../context.js';
import { isVisibleFile } from '../../files/is-visible-file.js';
import { isId } from '../../ids.js';
import { formFor, lockingStatement } from '../../sql/reading.js';
import type { Transaction } from '../../sql/transact.js';
import type { NewStep } from './new-step.js';

/** The records to which a version refers, by their ids, and attributes also by their external ids. */
export interface Names {
  readonly channelIds: readonly string[];
  readonly attributeIds: readonly string[];
  readonly campaignIds: readonly string[];
  readonly segmentIds: readonly string[];
  readonly labelIds: readonly string[];
  readonly messageTemplateIds: readonly string[];
  readonly fileIds: readonly string[];
  readonly userIds: readonly string[];
  readonly teamIds: readonly string[];
  readonly externalIds: readonly string[];
}

export function namesIn(
  steps: readonly NewStep[],
): Omit<Names, 'channelIds' | 'attributeIds' | 'campaignIds' | 'segmentIds'> {
  return {
    labelIds: steps.flatMap((step) => ('labelId' in step ? step.labelId : [])),
    messageTemplateIds: steps.flatMap((step) => ('messageTemplateId' in step ? step.messageTemplateId : [])),
    fileIds: steps.flatMap(fileIdsIn),
    userIds: steps.flatMap((step) => (step.type === 'assign' ? (step.userId ?? []) : [])),
    teamIds: steps.flatMap((step) => (step.type === 'assign' ? (step.teamId ?? []) : [])),
    externalIds: steps.flatMap(externalIdsIn),
  };
}

function externalIdsIn(step: NewStep): string[] {
  if (step.type === 'ask') return [step.saveTo.externalId ?? []].flat();
  return step.type === 'set_attribute' ? [step.externalId] : [];
}

function fileIdsIn(step: NewStep): string[] {
  if (step.type === 'send_message') return (step.attachments ?? []).flatMap(({ fileId }) => fileId ?? []);
  return step.type === 'send_template' && step.mediaFileId ? [step.mediaFileId] : [];
}

type Kind =
  | 'channel'
  | 'label'
  | 'message_template'
  | 'file'
  | 'user'
  | 'team'
  | 'attribute'
  | 'campaign'
  | 'segment';

/** The existing records to which the version refers: their ids, and the types of attributes by external id. */
export interface Known {
  has(kind: Kind, id: string): boolean;
  readonly attributeTypes: ReadonlyMap<string, AttributeType>;
}

export async function findKnown(
  transaction: Transaction,
  { tenantId }: Context,
  names: Names,
): Promise<Known> {
  const { channelIds, labelIds, messageTemplateIds, fileIds, userIds, teamIds, externalIds } = names;
  const lists = [channelIds, labelIds, messageTemplateIds, fileIds, userIds, teamIds];
  const ofTrigger = [names.attributeIds, names.campaignIds, names.segmentIds];
  const values = [
    tenantId,
    ...lists.map((ids) => ids.filter(isId)),
    externalIds,
    ...ofTrigger.map((ids) => ids.filter(isId)),
  ];
  const rows = await transaction.sql(formFor(transaction, find), values);
  const found = new Set(rows.map(({ kind, id }) => `${kind} ${id}`));
  const attributes = rows.flatMap(({ id, type }) => (type === null ? [] : [[id, type] as const]));
  return {
    has: (kind, id) => found.has(`${kind} ${id.toLowerCase()}`),
    attributeTypes: new Map(attributes),
  };
}

/**
 * Maintenance removes files that nothing refers to, and a segment without use can be deleted, so the files and the segment
 * of a version are locked until it is stored.
 */
const find = lockingStatement<{ kind: Kind | 'external_id'; id: string; type: AttributeType | null }>(
  'find-targets-of-steps',
  (keyShare) => `
   select 'channel' as kind, id::text, null::attribute_type as type
   from channels where tenant_id = $1::uuid and id = any ($2::uuid[])
   union all select 'label', id::text, null from labels where tenant_id = $1::uuid and id = any ($3::uuid[])
   union all select 'message_template', id::text, null
   from message_templates where tenant_id = $1::uuid and id = any ($4::uuid[])
   union all select 'file', id::text, null from (
     select id from files where tenant_id = $1::uuid and id = any ($5::uuid[]) and ${isVisibleFile('files')} ${keyShare}
   ) file
   union all select 'user', id::text, null from users where tenant_id = $1::uuid and id = any ($6::uuid[])
   union all select 'team', id::text, null from teams where tenant_id = $1::uuid and id = any ($7::uuid[])
   union all select 'external_id', external_id, type
   from attributes where tenant_id = $1::uuid and external_id = any ($8::text[])
   union all select 'attribute', id::text, null from attributes where tenant_id = $1::uuid and id = any ($9::uuid[])
   union all select 'campaign', id::text, null from campaigns where tenant_id = $1::uuid and id = any ($10::uuid[])
   union all select 'segment', id::text, null from (
     select id from segments where tenant_id = $1::uuid and id = any ($11::uuid[]) ${keyShare}
   ) segment`,
);
