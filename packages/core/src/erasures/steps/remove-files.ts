import { runInTransaction, statement } from '@parley/database';
import { eraseFiles } from '../../files/erase-files.js';
import { removeLooseObjects } from '../../files/remove-loose-objects.js';
import { bulkStatement } from '../../sql/bulk-statement.js';
import type { PersonToErase } from './person-to-erase.js';

/** The number of messages that one statement reads. */
const batchSize = 2_000;

/**
 * Deletes the files of the person's messages, with their bytes and URLs, unless something else refers to them: a message of
 * somebody else, a template, an automation, a campaign or a run.
 */
export async function removeFiles({ context, contactId }: PersonToErase): Promise<void> {
  const { database, tenantId, now } = context;
  const key = [tenantId, contactId];
  const [found] = await database.sql(listFiles, key);
  const fileIds = new Set(found?.ids ?? []);
  if (fileIds.size === 0) return;
  for (const id of await listSharedFiles({ context, contactId }, fileIds)) fileIds.delete(id);
  await runInTransaction(database, async (transaction) => {
    const unused = await transaction.sql(findUnused, [tenantId, [...fileIds]]);
    await eraseFiles(
      transaction,
      context,
      unused.map(({ id }) => id),
    );
  });
  // The erasure is completed only when the bytes are removed; otherwise the job is retried.
  await removeLooseObjects(database, now());
}

/** Reads the messages of the tenant in the order of their ids, so that the table needs no index for this. */
async function listSharedFiles({ context }: PersonToErase, fileIds: ReadonlySet<string>): Promise<string[]> {
  const { database, tenantId } = context;
  const shared: string[] = [];
  for (let after: string | null = firstId; after !== null; ) {
    const [batch]: SharedFiles[] = await database.sql(findShared, [tenantId, [...fileIds], after]);
    shared.push(...(batch?.fileIds ?? []));
    after = batch?.lastId ?? null;
  }
  return shared;
}

const firstId = '00000000-0000-0000-0000-000000000000';

interface SharedFiles {
  readonly lastId: string | null;
  readonly fileIds: string[];
}

const listFiles = statement<{ ids: string[] }>(
  'list-files-of-erased-contact',
  `select array(
     select id::text from erased_records where tenant_id = $1::uuid and contact_id = $2::uuid and is_file
   ) as ids`,
);

const findShared = bulkStatement<SharedFiles>(
  'find-shared-files',
  `with batch as materialized (
     select id, attachments from messages where tenant_id = $1::uuid and id > $3::uuid
     order by id limit ${batchSize}
   )
   select (select id from batch order by id desc limit 1) as "lastId", array(
     select distinct attachment ->> 'fileId' from batch cross join lateral jsonb_array_elements(attachments) attachment
     where attachment ->> 'fileId' = any ($2::text[])
   ) as "fileIds"`,
);

const findUnused = bulkStatement<{ id: string }>(
  'find-unused-files-of-erased-contact',
  `select file.id from files file where file.tenant_id = $1::uuid and file.id = any ($2::uuid[])
     and not exists (select from message_templates template
       where template.tenant_id = $1::uuid and template.media_file_id = file.id)
     and not exists (select from campaigns campaign
       where campaign.tenant_id = $1::uuid and campaign.media_file_id = file.id)
     and not exists (select from automation_runs run
       where run.tenant_id = $1::uuid and run.media_file_id = file.id)
     and not exists (select from automation_versions version
       where version.tenant_id = $1::uuid and position(file.id::text in version.steps::text) > 0)`,
);
