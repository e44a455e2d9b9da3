import { statement } from '@parley/database';
import type { Context } from '../context.js';
import type { Transaction } from '../sql/transact.js';

/**
 * Returns the ids of the given files to which a record refers. It searches the tables of these records, by their
 * indexes, so the result is always correct. No index finds nested steps, so the versions with a branch or a question are read once.
 * It does not search the runs of a campaign: their file is the file of the campaign.
 */
export async function findReferredFiles(
  { sql }: Pick<Transaction, 'sql'>,
  { tenantId }: Pick<Context, 'tenantId'>,
  fileIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await sql(find, [tenantId, fileIds]);
  return new Set(found.map(({ id }) => id));
}

const find = statement<{ id: string }>(
  'find-referred-files',
  `select file.id from unnest($2::uuid[]) as file(id)
   where exists (
       select from messages message where message.attachments <> '[]' and message.tenant_id = $1::uuid
         and message.attachments @> jsonb_build_array(jsonb_build_object('fileId', file.id))
     ) or exists (
       select from message_templates template where template.tenant_id = $1::uuid and template.media_file_id = file.id
     ) or exists (
       select from campaigns campaign where campaign.tenant_id = $1::uuid and campaign.media_file_id = file.id
     ) or exists (
       select from automation_runs run where run.tenant_id = $1::uuid and run.media_file_id = file.id
         and run.campaign_send_id is null
     ) or exists (
       select from automation_versions version where version.steps <> '[]' and version.tenant_id = $1::uuid and (
         version.steps @> jsonb_build_array(jsonb_build_object('mediaFileId', file.id))
         or version.steps @> jsonb_build_array(
           jsonb_build_object('attachments', jsonb_build_array(jsonb_build_object('fileId', file.id)))))
     ) or file.id in (
       select unnest(files_in_steps(version.steps)) from automation_versions version
       where version.steps <> '[]' and version.tenant_id = $1::uuid
         and (version.steps @> '[{"type": "branch"}]' or version.steps @> '[{"type": "ask"}]')
     )`,
);
