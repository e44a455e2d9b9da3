import { createHash } from 'node:crypto';
import { type Database, sqlOn, statement, withScope } from '@parley/database';
import type pg from 'pg';
import { hasOwnMedia } from '../files/has-own-media.js';
import type { FileDatabase } from '../files/stores/file-store.js';
import { type FileRow, fileColumns, openFile } from '../files/stores/stored-file.js';
import type { Sizes } from '../sizes.js';
import { listPersonTables } from './person-tables.js';

interface Person {
  readonly tenantId: string;
  readonly contactId: string;
  readonly sizes: Sizes;
}

/** The words of messages are a copy of their texts, for searches. */
const copyOfMessages = 'message_words';

/**
 * Returns all data of a contact at one moment, as JSON lines. The guide about chats and contacts describes their
 * format.
 */
export async function* readPerson(database: Database, person: Person): AsyncGenerator<string, void> {
  const hash = createHash('sha256');
  let lines = 0;
  for await (const line of readLines(database, person)) {
    hash.update(`${line}\n`);
    lines += 1;
    yield line;
  }
  yield JSON.stringify({ kind: 'end', lines, sha256: hash.digest('hex') });
}

async function* readLines(database: Database, person: Person): AsyncGenerator<string, void> {
  const { tenantId, contactId, sizes } = person;
  const client = await database.pool.connect();
  const read = (text: string) => readCursor(client, { text, values: [tenantId, contactId], sizes });
  try {
    await client.query(withScope(begin, database));
    const sql = sqlOn(client);
    yield JSON.stringify({ kind: 'header', format: 1, contact: { id: contactId } });
    for (const { name, primaryKey, condition } of await listPersonTables(sql)) {
      if (name === copyOfMessages) continue;
      const text = `select json_build_object('kind', 'row', 'table', '${name}', 'row', to_jsonb(exported) - 'tenant_id')::text
        as line from ${name} exported where ${condition} order by ${primaryKey.join(', ')}`;
      yield* read(text);
    }
    for (const text of definitions) yield* read(text);
    for (const file of await sql(listFiles, [tenantId, contactId])) {
      // The snapshot does not know the new place of an object that moves meanwhile.
      const source = file.store === 's3' ? database : { sql, files: database.files };
      yield* readBytes(source, file);
    }
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}

/**
 * It reads only, and never gets a number: the feed of all workspaces ends before the oldest running transaction that has one
 * (docs/decisions/0059), and an export takes as long as its files.
 */
const begin = `begin isolation level repeatable read read only; set local time zone 'UTC';
  set local idle_in_transaction_session_timeout = 0; set local jit = off`;

interface RowsToRead extends Pick<Person, 'sizes'> {
  readonly text: string;
  readonly values: readonly string[];
}

async function* readCursor(
  client: pg.PoolClient,
  { text, values, sizes: { exportBatch } }: RowsToRead,
): AsyncGenerator<string, void> {
  await client.query(`declare exported no scroll cursor for ${text}`, [...values]);
  while (true) {
    const { rows } = await client.query<{ line: string }>(`fetch ${exportBatch} from exported`);
    for (const { line } of rows) yield line;
    if (rows.length < exportBatch) break;
  }
  await client.query('close exported');
}

/** The names of the labels and attributes of the contact. */
const definitions = [
  ['labels', 'contact_labels', 'label_id'],
  ['attributes', 'attribute_values', 'attribute_id'],
].map(
  ([name, uses, column]) => `select json_build_object('kind', 'row', 'table', '${name}', 'row',
      to_jsonb(defined) - 'tenant_id')::text as line
    from ${name} defined where defined.tenant_id = $1::uuid and defined.id in (
      select ${column} from ${uses} where tenant_id = $1::uuid and contact_id = $2::uuid)
    order by defined.id`,
);

/** The files of the contact's messages and automation runs. */
const listFiles = statement<FileRow>(
  'list-files-of-contact',
  `select ${fileColumns} from files where tenant_id = $1::uuid and id in (
     select (attachment ->> 'fileId')::uuid from chats chat
     join messages message on message.tenant_id = chat.tenant_id and message.chat_id = chat.id
     cross join lateral jsonb_array_elements(message.attachments) attachment
     where chat.tenant_id = $1::uuid and chat.contact_id = $2::uuid and attachment ? 'fileId'
     union select run.media_file_id from automation_runs run
     where run.tenant_id = $1::uuid and run.contact_id = $2::uuid and ${hasOwnMedia})
   order by id`,
);

async function* readBytes(database: FileDatabase, file: FileRow): AsyncGenerator<string, void> {
  const { id, name, contentType, size, checksum } = file;
  yield JSON.stringify({ kind: 'file', id, name, contentType, size, sha256: checksum });
  let startAt = 0;
  for await (const bytes of openFile(database, file).readChunks()) {
    yield JSON.stringify({ kind: 'bytes', fileId: id, startAt, base64: bytes.toString('base64') });
    startAt += bytes.length;
  }
}
